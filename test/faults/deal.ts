import { expect, onTestFinished } from 'vitest'
import type { Chain } from '#server/chain/client.ts'
import { openChain } from '#server/chain/open.ts'
import type { ChainSettings } from '#server/settings.ts'
import { makeWallet } from '#server/wallet/make.ts'
import type { Besieged } from '#test/attacks/besieged.ts'
import { SECRET } from '#test/fixtures.ts'

export const PRICE = 500
export const PURSE = 100_00

const OWN: ChainSettings = { id: 5, node: undefined }

/** The chain of a Piazza, asked past whatever is broken in between. */
export const watch = async (dataDir: string, settings = OWN): Promise<Chain> => {
  const quiet = { restore: async () => undefined, log: () => undefined }
  const { chain, close } = await openChain({ dataDir, settings, asGuest: true, ...quiet })
  onTestFinished(close)
  return chain
}

type Piazza = Pick<Besieged, 'db' | 'call' | 'aMember' | 'aListing'>

/** A buyer with VAL, a seller, and one thing between them, in a Piazza of its own process. */
export const aDeal = async (piazza: Piazza, chain: Chain) => {
  const parts = { db: piazza.db, chain, secret: SECRET, welcomeGift: PURSE }
  const { service } = makeWallet({ ...parts, now: () => new Date(), log: () => undefined })
  const equipped = async () => {
    const member = await piazza.aMember({ hasAd: true })
    const { account, sealedKey } = service.make(member.id)
    await piazza.db`
      update member set account = ${account}, account_key = ${sealedKey}, welcomed_at = now() where id = ${member.id}`
    return { ...member, account }
  }
  const [buyer, seller] = [await equipped(), await equipped()]
  await service.welcome(buyer.id, buyer.account)
  await expect.poll(() => chain.balanceOf(buyer.account).catch(() => 0), { timeout: 30_000 }).toBe(PURSE)
  const { id: product } = await piazza.aListing({ by: seller, stock: 100, priceVal: PRICE })
  const orders = () => piazza.call('GET', '/api/orders/mine', { token: buyer.token })
  const statement = () => piazza.call('GET', '/api/wallet/statement', { token: buyer.token })
  const pay = (key: string) =>
    piazza.call('POST', '/api/payment', {
      token: buyer.token,
      headers: { 'idempotency-key': key },
      body: { account: buyer.account, item: [{ product, qty: 1 }] },
    })
  return { buyer, seller, orders, statement, pay }
}
