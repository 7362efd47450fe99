import { expect, test } from 'vitest'
import { type Call, calls } from '#domain/calls.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

// Who knows a neighbour's account reads balance and history on a public chain: no answer names one, but the payer's own.

const ACCOUNT_OR_HASH = /0x[0-9a-f]{40,64}/gi
const FOR_NEIGHBOURS = ['public', 'member', 'verified', 'moderator', 'desk']

test('no answer that a neighbour can read, also after paying a person, has an account or a hash of others', async () => {
  const piazza = await aPiazzaWithChain()
  const { buyer, seller, listing, item } = await piazza.aFundedBuyerAndListing({ priceVal: 5 })
  const stranger = await piazza.aMember({ hasAd: true, role: 'moderator' })
  const paid = await piazza.pay(buyer, buyer.account, [item])
  expect(paid).toMatchObject({ status: 'confirmed', from: buyer.account, to: seller.account })
  const { order } = await piazza.place(buyer, [item])
  const { body: thread } = await piazza.call('POST', '/api/threads', { token: buyer.token, body: { order: order._id } })
  const { body: wallet } = await piazza.call('GET', '/api/wallet', { token: buyer.token })
  const { token } = wallet as { token: string }

  const ids: Record<string, string[]> = {
    users: [seller.id, buyer.id],
    orders: [order._id],
    products: [listing.id],
    threads: [(thread as { _id: string })._id],
    wallet: [paid._id],
    pages: ['terms'],
  }
  const named: Record<string, string> = { username: seller.username }
  const pathsOf = (path: string): string[] => {
    const [, , subject = ''] = path.split('/')
    const parameter = /:(\w+)/.exec(path)?.[1]
    if (!parameter) return [path]
    return (ids[subject] ?? [named[parameter] ?? 'x']).map((id) => path.replace(/:\w+/, named[parameter] ?? id))
  }
  let read = 0
  for (const [signature, shape] of Object.entries(calls)) {
    if (!signature.startsWith('GET ') || 'eventStream' in shape || !FOR_NEIGHBOURS.includes(shape.audience)) continue
    for (const path of pathsOf((signature as Call).slice('GET '.length))) {
      for (const reader of [buyer, stranger, undefined]) {
        const { status, text } = await piazza.call('GET', path, reader ? { token: reader.token } : {})
        if (status === 200) read++
        const own = reader === buyer ? [buyer.account, token] : [token]
        const found = (text.match(ACCOUNT_OR_HASH) ?? []).filter((value) => !own.includes(value))
        expect({ path, found }).toEqual({ path, found: [] })
      }
    }
  }
  expect(read).toBeGreaterThan(60)
})
