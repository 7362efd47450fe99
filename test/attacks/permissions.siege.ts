import { expect, test } from 'vitest'
import { calls } from '#domain/calls.ts'
import { hashPassword } from '#server/members/passwords.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { makeKeys } from '#server/wallet/keys.ts'
import { aBesieged } from '#test/attacks/besieged.ts'
import { KINDS, type Kind, PASSWORD, type Request, SHIPPING, TABLE, type World } from '#test/attacks/callers-table.ts'
import { type Heard, leaksIn, type Secret } from '#test/attacks/secrets.ts'
import { SECRET } from '#test/fixtures.ts'
import { aPictureFile } from '#test/pictures.ts'

const SIGNATURES = Object.keys(calls)

const PRIVATE = {
  surname: 'Cognomesegreto',
  phone: '011 555 7777',
  cf: 'CFSEGRETO1234567',
  birthplace: 'LUOGOSEGRETO',
  // Five digits alone would turn up by chance, in a measured time for one.
  zip_code: 'CAP segreto 10199',
}
const OWN_PHONE = '011 444 8888'

const aWorld = async (): Promise<World> => {
  const piazza = await aBesieged()
  const { db } = piazza
  const withWallet = async (member: { id: string }) => {
    const { account, sealedKey } = makeKeys(SECRET).make(member.id)
    await db`update member set account = ${account}, account_key = ${sealedKey}, welcomed_at = now() where id = ${member.id}`
  }
  const buyer = await piazza.aMember({ isSeller: false, hasAd: true })
  const seller = await piazza.aMember({ hasAd: true })
  await db`update member set ${db(PRIVATE)}, password_hash = ${await hashPassword(PASSWORD)} where id = ${seller.id}`
  for (const member of [buyer, seller]) await withWallet(member)
  const deleted = await piazza.aMember()
  await db`update member set deleted_at = now() where id = ${deleted.id}`
  const forger = makeTokens('a secret that is not this server’s, by any means', () => new Date())
  const anOrderOf = async (state: 'unpaid' | 'paid' = 'unpaid') => {
    const { order } = await piazza.anOrder({ paid: state === 'paid' })
    await db`
      update orders set buyer_id = ${buyer.id}, seller_id = ${seller.id},
        shipping_address = ${db.json({ ...SHIPPING, country: 'Italia' })} where id = ${order.id}`
    return order.id
  }
  const people = {
    visitor: undefined,
    forged: { ...seller, token: forger.issue({ memberId: seller.id, epoch: 1 }) },
    deleted,
    unverified: await piazza.aMember({ verified: false }),
    stranger: await piazza.aMember({ hasAd: true }),
    buyer,
    seller,
    admin: await piazza.aMember({ isAdmin: true, hasAd: true }),
  }
  await db`update listing set aux_phone = ${OWN_PHONE} where id = ${(await piazza.aListing({ by: seller })).id}`
  // The first answer about a wallet comes when the chain is there.
  await expect
    .poll(async () => (await piazza.call('GET', '/api/wallet', { token: buyer.token })).status, { timeout: 20_000 })
    .toBe(200)
  return { ...piazza, people, buyer, seller, picture: Buffer.from(await aPictureFile()), anOrderOf }
}

/** Asks as one kind of caller, each from a place of its own, so that only permissions decide. */
const ask = async (world: World, kind: Kind, signature: string, { path = '', body }: Request) => {
  const [method = '', pattern = ''] = signature.split(' ')
  const url = pattern.includes(':') ? pattern.replace(/:\w+/, path) : pattern + path
  const token = world.people[kind]?.token
  const isForm = body instanceof FormData
  const answer = await fetch(world.origin + url, {
    method,
    headers: {
      'x-forwarded-for': `10.${KINDS.indexOf(kind)}.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    body: isForm ? body : body && JSON.stringify(body),
  })
  const text = await answer.text()
  expect(answer.headers.get('set-cookie')).toBeNull()
  return { status: answer.status, text: `${JSON.stringify([...answer.headers])}\n${text}` }
}

const secretsOf = async ({ db, people }: World): Promise<Secret[]> => {
  const { seller, buyer } = people
  const rows = await db<{ hash: string; key: Buffer | null }[]>`
    select password_hash as hash, account_key as key from member where length(password_hash) > 10 or account_key is not null`
  const links = await db<{ text: string }[]>`select text from outbox where text ~ 'http'`
  const inLinks = links.flatMap(({ text }) => [...text.matchAll(/\/([\w-]{40,})\b/g)].map((match) => match[1] ?? ''))
  return [
    ...Object.entries(PRIVATE).map(([what, value]) => ({ what, value, readers: ['seller', 'admin'] as const })),
    { what: 'seller’s address', value: seller?.email ?? '', readers: ['seller', 'admin'] },
    { what: 'listing’s telephone', value: OWN_PHONE, readers: ['seller', 'admin'] },
    { what: 'buyer’s address', value: buyer?.email ?? '', readers: ['buyer', 'seller', 'admin'] },
    { what: 'where to deliver', value: SHIPPING.address, readers: ['stranger', 'buyer', 'seller', 'admin'] },
    { what: 'stranger’s mail', value: people.stranger?.email ?? '', readers: ['stranger', 'seller', 'admin'] },
    { what: 'password', value: PASSWORD, readers: [] },
    { what: 'secret of the server', value: SECRET, readers: [] },
    ...rows.flatMap(({ hash, key }) => [
      ...(hash.length > 10 ? [{ what: 'hash', value: hash, readers: [] }] : []),
      ...(key ? [{ what: 'sealed key', value: key.toString('hex'), readers: [] }] : []),
    ]),
    ...inLinks.map((value) => ({ what: 'mail link', value, readers: [] })),
  ]
}

test('every call by every kind of caller answers what the table says, and nobody hears what is not for them', async ({
  annotate,
}) => {
  expect(new Set(TABLE.map(([signature]) => signature))).toEqual(new Set(SIGNATURES))
  const world = await aWorld()
  const heard: Heard[] = []
  const got: string[] = []
  for (const [signature, , request = () => ({})] of TABLE) {
    const statuses = await Promise.all(
      KINDS.map(async (by) => {
        const { status, text } = await ask(world, by, signature, await request(world, by))
        heard.push({ by, where: signature, text })
        return status
      }),
    )
    got.push(`${signature}: ${statuses.join(' ')}`)
  }
  expect(got).toEqual(TABLE.map(([signature, statuses]) => `${signature}: ${statuses}`))

  const revealed = heard.find(({ by, where }) => by === 'seller' && where.endsWith('/secret'))
  const accountKey = /0x[0-9a-f]{64}/.exec(revealed?.text ?? '')?.[0] ?? ''
  expect(accountKey).not.toBe('')
  const secrets = await secretsOf(world)
  const others = heard.filter((one) => one !== revealed)
  const keys = [
    { what: 'wallet’s key', value: accountKey, readers: [] },
    { what: 'wallet’s key', value: accountKey.slice(2), readers: [] },
  ]
  expect(leaksIn(others, [...secrets, ...keys])).toEqual([])

  const tokens = Object.values(world.people).flatMap((person) => (person ? [person.token, person.email] : []))
  const unloggable = [...secrets.map(({ value }) => value), accountKey, ...tokens].map((value) => ({
    ...{ what: value.slice(0, 12), value, readers: [] },
  }))
  await expect.poll(() => world.log()).toContain('/api/users/signout')
  expect(leaksIn([{ by: 'visitor', where: 'the log', text: world.log() }], unloggable)).toEqual([])
  await annotate(
    `${TABLE.length * KINDS.length} caselle (${new Set(SIGNATURES).size} chiamate × ${KINDS.length}); ` +
      `${unloggable.length} segreti cercati in ${heard.length} risposte e ${world.log().split('\n').length} righe di log`,
  )
})
