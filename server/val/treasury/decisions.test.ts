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
const twoAdmins = async (options: Parameters<typeof anOwnPiazzaWithChain>[0] = {}) => {
  const clock = { now: new Date() }
  const piazza = await anOwnPiazzaWithChain({ ...options, clock: () => clock.now })
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
  const gift = async (id: string) => (await view()).gifts.find(({ _id }) => _id === id)
  const history = async () =>
    ((await piazza.call('GET', '/api/treasury/history', { token: ada.token })).body as TreasuryHistory).entries
  const pass = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }
  return { ...piazza, ada, bea, anna, post, give, aGift, decide, arrived, noticesOf, view, gift, history, pass }
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
  const { ada, bea, anna, give, decide, chain, arrived, noticesOf, view, history } = await twoAdmins()
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
  const { _id: second } = (await give(2_000)).body as GiftResult
  expect(await decide('revoke', second, ada)).toEqual({ status: 200, message: TREASURY_MESSAGES.revokedBefore })
  expect(await history()).toMatchObject([
    { by: ada.username, text: `Annullata la proposta di 2.000,00 VAL a ${anna.username}` },
    { by: ada.username, text: `Proposti 2.000,00 VAL a ${anna.username}` },
    { by: bea.username, text: `Detto di sì a 1.000,01 VAL a ${anna.username}` },
    { by: ada.username, text: `Proposti 1.000,01 VAL a ${anna.username}` },
  ])
}, 120_000)

test('several gifts of a day count together, also by a clock that is ahead, and a single admin needs nobody', async () => {
  const { ada, bea, anna, give, pass, aMember, db, arrived, view, post } = await twoAdmins()
  expect([200, 202]).toContain((await give(600)).status)
  pass(30 * 60)
  expect([await view(ada), await view(bea)]).toMatchObject([{ aloneLeft: 400 }, { aloneLeft: 1_000 }])
  const csv = (amount: number) => ({ csv: `username,amount\n${anna.username},${amount}`, dryRun: true })
  const proposed = async (amount: number) =>
    ((await post(ada, 'gifts/import', csv(amount))).body as GiftImportResult).proposed
  expect([await proposed(400), await proposed(400.01)]).toEqual([false, true])
  expect((await give(600)).body).toMatchObject({ status: 'proposed' })
  expect((await give(400)).body).not.toMatchObject({ status: 'proposed' })
  await arrived(1_000_00)
  await db.execute(sql`update member set suspended_at = now() where id = ${bea.id}`)
  expect(await view(ada)).toMatchObject({ aloneLeft: null })
  expect((await give(5_000)).body).not.toMatchObject({ status: 'proposed' })
  await arrived(6_000_00)
  await aMember({ isAdmin: true })
  expect((await give(1, ada)).body).toMatchObject({ status: 'proposed' })
}, 120_000)

test('within an hour a gift is taken back once, if the VAL are still there', async () => {
  const { ada, bea, anna, aGift, decide, arrived, noticesOf, pass, aMemberWithWallet, call, gift } = await twoAdmins()
  const id = await aGift(50)
  await arrived(50_00)
  const answers = await Promise.all([ada, bea, ada].map((by) => decide('revoke', id, by)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await arrived(0)
  await expect
    .poll(() => noticesOf(anna), SLOW_CHAIN)
    .toContain('La tesoreria ha ripreso 50 VAL che ti aveva dato per errore.')
  await expect.poll(() => gift(id), SLOW_CHAIN).toMatchObject({ state: 'revoked', revoked: 1 })
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
  await expect.poll(() => gift(late), SLOW_CHAIN).toMatchObject({ paid: 1 })
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

test('a file is proposed, agreed to and taken back as a whole, but for VAL already spent and for who was suspended meanwhile', async () => {
  const { ada, bea, anna, post, decide, arrived, aMemberWithWallet, call, db, view, history } = await twoAdmins()
  const [bruno, carla] = [await aMemberWithWallet(0), await aMemberWithWallet(0)]
  const csv = `username,amount\n${anna.username},900\n${bruno.username},200\n${carla.username},100`
  const file = await post(ada, 'gifts/import', { csv, confirmation: 1_200 })
  expect(file).toMatchObject({
    status: 200,
    body: { sum: 1_200, gifts: 3, proposed: true, errors: [] } satisfies GiftImportResult,
  })
  const [act] = (await view(bea)).gifts
  const id = act?._id ?? ''
  await db.execute(sql`update member set suspended_at = now() where id = ${carla.id}`)
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
      { state: 'failed', failure: TREASURY_MESSAGES.memberSuspended },
    ])
  expect((await view()).gifts[0]).toMatchObject({ state: 'revoked', paid: 1, failed: 1, revoked: 1, mayRevoke: false })
  expect((await history()).map(({ text }) => text)).toEqual([
    'Ripresi 900,00 VAL dei 1.100,00 VAL dati a 3 persone, da un file',
    'Detto di sì a 1.200,00 VAL a 3 persone, da un file',
    'Proposti 1.200,00 VAL a 3 persone, da un file',
  ])
  await arrived(199_50, bruno)
}, 180_000)

test('the hour to take a gift back begins when it arrives; one on its way comes back as soon as it has arrived', {
  tags: 'slow',
  timeout: 180_000,
}, async () => {
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
  const { ada, anna, aGift, decide, arrived, pass, view, history } = await twoAdmins({
    wrap: (chain) => ({
      ...chain,
      nonceOf: async (account) => {
        await awake
        return chain.nonceOf(account)
      },
    }),
  })
  const [kept, stopped] = [await aGift(50), await aGift(30)]
  pass(90)
  expect((await view()).gifts).toMatchObject(Array(2).fill({ state: 'given', mayRevoke: true, revocableUntil: null }))
  expect(await decide('revoke', stopped, ada)).toEqual({ status: 200, message: TREASURY_MESSAGES.revokedOnTheWay })
  wake()
  const find = async (id: string) => (await view()).gifts.find(({ _id }) => _id === id)
  await expect.poll(() => find(stopped), SLOW_CHAIN).toMatchObject({ state: 'revoked', revoked: 1 })
  await expect.poll(() => find(kept), SLOW_CHAIN).toMatchObject({ paid: 1, revocableUntil: expect.any(String) })
  await arrived(50_00)
  expect(await decide('revoke', kept, ada)).toEqual({ status: 200, message: TREASURY_MESSAGES.revoked })
  await arrived(0)
  await expect
    .poll(async () => (await history()).slice(0, 2).map(({ text }) => text), SLOW_CHAIN)
    .toEqual([`Ripresi 50,00 VAL dati a ${anna.username}`, `Ripresi 30,00 VAL dati a ${anna.username}`])
})

test('every gift that can still be taken back is listed, and a file that has not left can be stopped at any time', async () => {
  const { ada, anna, decide, db, view, history, chain } = await twoAdmins()
  const insert = (state: string, ago: string, paidAgo: string | null, importId: string | null = null) =>
    db.execute(sql`
      with transfer as (
        insert into chain_transaction (key, kind, sender, state) values (gen_random_uuid()::text, 'mint', '', 'failed') returning id)
      insert into treasury_gift (given_by, member_id, amount, note, state, transaction_id, created_at, paid_at, import_id)
      select ${ada.id}, ${anna.id}, 100, '', ${state}, case when ${state} = 'paid' then id end, now() - ${ago}::interval,
        now() - ${paidAgo}::interval, ${importId}::uuid
      from transfer`)
  for (let count = 0; count < 12; count++) await insert('paid', '3 hours', '30 minutes')
  for (let count = 0; count < 15; count++) await insert('paid', '2 hours', '2 hours')
  const { gifts } = await view()
  expect(gifts.filter(({ mayRevoke }) => mayRevoke)).toHaveLength(12)
  expect(gifts).toHaveLength(22)

  const file = await db.first<{ id: string }>(sql`
    insert into gift_import (given_by, digest, gifts, amount, created_at)
    values (${ada.id}, '', 2, 200, now() - interval '5 hours') returning id`)
  const id = file?.id ?? ''
  await insert('paid', '5 hours', '4 hours', id)
  await insert('waiting', '5 hours', null, id)
  expect(await decide('revoke', id, ada)).toEqual({ status: 200, message: TREASURY_MESSAGES.revokedBefore })
  expect(await db.query(sql`select state from treasury_gift where import_id = ${id} order by state`)).toEqual([
    { state: 'paid' },
    { state: 'revoked' },
  ])
  expect((await history())[0]?.text).toBe('Fermati prima di partire 1,00 VAL a 2 persone, da un file')
  expect(await chain.balanceOf(anna.account)).toBe(0)
}, 120_000)
