import { expect, test } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import type { GiftImportResult, GiftResult, Treasury, TreasuryHistory } from '#domain/val/treasury.schema.ts'
import { TREASURY_MESSAGES } from '#domain/val/treasury.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazzaWithChain } from '#test/piazza-with-chain.ts'

type Someone = { id: string; token: string; username: string; account: string }

const SLOW_CHAIN = { timeout: 60_000 }
const NEEDED = { status: 422, body: { message: TREASURY_MESSAGES.confirmationNeeded } }

/** Two admins; sums above 100 are typed again, above 1,000 a day they need both. */
const twoAdmins = async () => {
  const clock = { now: new Date() }
  const piazza = await anOwnPiazzaWithChain({ clock: () => clock.now })
  const [ada, bea] = [await piazza.aMember({ isAdmin: true }), await piazza.aMember({ isAdmin: true })]
  const anna = await piazza.aMemberWithWallet(0)
  const post = (by: { token: string }, path: string, body: object = {}) =>
    piazza.call('POST', `/api/treasury/${path}`, { token: by.token, body })
  const give = (amount: number, by: { token: string } = ada, to: Someone = anna) =>
    post(by, 'gifts', { to: to.username, amount, confirmation: amount })
  const aGift = async (amount: number) => ((await give(amount)).body as GiftResult)._id
  const decide = async (how: 'approve' | 'revoke', id: string, by: { token: string }) => {
    const { status, body } = await post(by, `gifts/${id}/${how}`)
    return { status, message: (body as { message: string }).message }
  }
  const arrived = (amount: number, who: Someone = anna) =>
    expect.poll(() => piazza.chain.balanceOf(who.account), SLOW_CHAIN).toBe(amount)
  const noticesOf = async ({ token }: { token: string }) =>
    ((await piazza.call('GET', '/api/notices', { token })).body as NoticePage).notices.map(({ text }) => text)
  const view = async (by: { token: string } = ada) =>
    (await piazza.call('GET', '/api/treasury', { token: by.token })).body as Treasury
  const pass = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }
  return { ...piazza, ada, bea, anna, post, give, aGift, decide, arrived, noticesOf, view, pass }
}

test('an admin sees name and balance before giving; above the limit the sum is typed twice, in the server too', async () => {
  const { call, ada, anna, post, chain, db, arrived } = await twoAdmins()
  const recipient = await call('GET', `/api/treasury/recipients/${anna.username.toLowerCase()}`, { token: ada.token })
  expect(recipient).toMatchObject({ status: 200, body: { username: anna.username, balance: 0 } })
  for (const confirmation of [undefined, 100, 1_001])
    expect(await post(ada, 'gifts', { to: anna.username, amount: 100.01, confirmation })).toMatchObject(NEEDED)
  const csv = `username,amount\n${anna.username},100.01`
  for (const confirmation of [undefined, 100])
    expect(await post(ada, 'gifts/import', { csv, confirmation })).toMatchObject(NEEDED)
  expect(await post(ada, 'gifts/import', { csv, dryRun: true })).toMatchObject({ status: 200, body: { sum: 100.01 } })
  expect(await db.query(sql`select from treasury_gift`)).toHaveLength(0)
  expect(await chain.balanceOf(anna.account)).toBe(0)
  expect([200, 202]).toContain((await post(ada, 'gifts', { to: anna.username, amount: 100 })).status)
  await arrived(100_00)
}, 120_000)

test('a large gift waits for another admin, whose yes counts once however often it is given', async () => {
  const { ada, bea, anna, give, decide, chain, arrived, noticesOf, view, call } = await twoAdmins()
  const { status, body } = await give(1_000.01)
  expect([status, body]).toMatchObject([202, { status: 'proposed', transactionHash: '' }])
  const { _id: id } = body as GiftResult
  expect(await chain.balanceOf(anna.account)).toBe(0)
  expect(await noticesOf(bea)).toEqual([
    `Bottega ${ada.username} propone di dare 1.000,01 VAL a Bottega ${anna.username}: serve il tuo sì.`,
  ])
  expect((await view(ada)).gifts).toMatchObject([{ state: 'proposed', mayApprove: false, revocableUntil: null }])
  expect((await view(bea)).gifts).toMatchObject([{ state: 'proposed', mayApprove: true }])
  expect(await decide('approve', id, ada)).toEqual({ status: 403, message: TREASURY_MESSAGES.ownYes })
  const answers = await Promise.all([1, 2, 3, 4].map(() => decide('approve', id, bea)))
  expect(answers.map(({ status: each }) => each).toSorted()).toEqual([200, 409, 409, 409])
  await arrived(1_000_01)
  const { body: history } = await call('GET', '/api/treasury/history', { token: ada.token })
  expect((history as TreasuryHistory).entries).toMatchObject([
    { by: bea.username, text: `Detto di sì a 1.000,01 VAL a ${anna.username}` },
    { by: ada.username, text: `1.000,01 VAL a ${anna.username}` },
  ])
}, 120_000)

test('several gifts of a day count together, and a single admin needs nobody', async () => {
  const { ada, bea, give, aMember, db, arrived } = await twoAdmins()
  expect([200, 202]).toContain((await give(600)).status)
  expect((await give(600)).body).toMatchObject({ status: 'proposed' })
  expect((await give(400)).body).not.toMatchObject({ status: 'proposed' })
  await arrived(1_000_00)
  await db.execute(sql`update member set suspended_at = now() where id = ${bea.id}`)
  expect((await give(5_000)).body).not.toMatchObject({ status: 'proposed' })
  await arrived(6_000_00)
  await aMember({ isAdmin: true })
  expect((await give(1, ada)).body).toMatchObject({ status: 'proposed' })
}, 120_000)

test('within an hour a gift is taken back once, if the VAL are still there', async () => {
  const { ada, bea, anna, aGift, decide, arrived, noticesOf, pass, aMemberWithWallet, call, view } = await twoAdmins()
  const id = await aGift(50)
  await arrived(50_00)
  const answers = await Promise.all([ada, bea, ada].map((by) => decide('revoke', id, by)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await arrived(0)
  await expect
    .poll(() => noticesOf(anna), SLOW_CHAIN)
    .toContain('La tesoreria ha ripreso 50 VAL che ti aveva dato per errore.')
  await expect.poll(async () => (await view()).gifts[0], SLOW_CHAIN).toMatchObject({ state: 'revoked', revoked: 1 })
  expect(await decide('revoke', id, ada)).toEqual({ status: 409, message: TREASURY_MESSAGES.alreadyRevoked })

  const spent = await aGift(30)
  await arrived(30_00)
  const other = await aMemberWithWallet(0)
  await call('POST', '/api/wallet/transfers', { token: anna.token, body: { to: other.username, amount: 1 } })
  await arrived(29_00)
  expect(await decide('revoke', spent, ada)).toEqual({ status: 409, message: TREASURY_MESSAGES.valSpent })
  await arrived(29_00)

  const late = await aGift(20)
  await arrived(49_00)
  pass(61)
  expect(await decide('revoke', late, ada)).toEqual({ status: 409, message: TREASURY_MESSAGES.revokeTooLate })
  await arrived(49_00)
}, 180_000)

test('a yes and a withdrawal at the same time: the gift goes out, or never does', async () => {
  const { bea, ada, anna, aGift, decide, chain, db, arrived } = await twoAdmins()
  const id = await aGift(2_000)
  const [yes, no] = await Promise.all([decide('approve', id, bea), decide('revoke', id, ada)])
  if (yes.status === 200) {
    // The VAL have not arrived yet, or were taken back at once.
    expect([200, 409]).toContain(no.status)
    await arrived(no.status === 200 ? 0 : 2_000_00)
  } else {
    expect([yes.status, no]).toEqual([409, { status: 200, message: TREASURY_MESSAGES.revokedBefore }])
    expect(await chain.balanceOf(anna.account)).toBe(0)
    expect(await db.query(sql`select state from treasury_gift`)).toEqual([{ state: 'revoked' }])
  }
}, 120_000)

test('a file is proposed, agreed to and taken back as a whole, but for VAL already spent', async () => {
  const { ada, bea, anna, post, decide, arrived, aMemberWithWallet, call, db, view } = await twoAdmins()
  const bruno = await aMemberWithWallet(0)
  const csv = `username,amount\n${anna.username},900\n${bruno.username},200`
  const file = await post(ada, 'gifts/import', { csv, confirmation: 1_100 })
  expect(file).toMatchObject({
    status: 200,
    body: { sum: 1_100, gifts: 2, proposed: true, errors: [] } satisfies GiftImportResult,
  })
  const [act] = (await view(bea)).gifts
  const id = act?._id ?? ''
  expect(await decide('approve', id, ada)).toMatchObject({ status: 403 })
  expect(
    (await Promise.all([1, 2].map(() => decide('approve', id, bea)))).map(({ status }) => status).toSorted(),
  ).toEqual([200, 409])
  await arrived(900_00)
  await arrived(200_00, bruno)
  await call('POST', '/api/wallet/transfers', { token: bruno.token, body: { to: anna.username, amount: 0.5 } })
  await arrived(199_50, bruno)
  expect(await decide('revoke', id, ada)).toEqual({ status: 200, message: TREASURY_MESSAGES.revokedFile })
  await arrived(0 + 50)
  await expect
    .poll(() => db.query(sql`select state, failure from treasury_gift order by position`), SLOW_CHAIN)
    .toEqual([
      { state: 'revoked', failure: '' },
      { state: 'paid', failure: TREASURY_MESSAGES.valSpent },
    ])
  expect((await view()).gifts[0]).toMatchObject({ state: 'revoked', paid: 1, revoked: 1, revocableUntil: null })
  await arrived(199_50, bruno)
}, 180_000)
