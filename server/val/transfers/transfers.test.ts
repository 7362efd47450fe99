import { expect, test } from 'vitest'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import { AMOUNT_MESSAGES } from '#domain/base/money.ts'
import type { MemberExport } from '#domain/member-export.schema.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import type { Statement } from '#domain/val/wallet.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazzaWithChain, anUnsteadyChain, aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { answerTo, aPayerAndPayee, ask, requestsOf, type Someone, send } from '#test/transfer-calls.ts'

// The response is a 202 if a transfer takes more than 1.6 s; the same call again returns its state.
const SLOW_CHAIN = { timeout: 50_000 }

test('VAL go to a person by username, in any case, or by account', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const supply = await piazza.chain.supply()
  const body = { to: bruno.username.toLowerCase(), amount: 12.5, note: ' Pane  buono ' }
  await expect
    .poll(() => send(piazza, anna, body, 'una'), SLOW_CHAIN)
    .toMatchObject({
      http: 200,
      status: 'confirmed',
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      to: bruno.username,
      amount: 12.5,
      note: 'Pane buono',
    })
  for (const to of [bruno.account, bruno.account.toLowerCase()])
    await expect
      .poll(() => send(piazza, anna, { to, amount: 0.01 }, to), SLOW_CHAIN)
      .toMatchObject({ http: 200, to: bruno.username, note: '' })
  expect(await piazza.chain.balanceOf(anna.account)).toBe(87_48)
  expect(await piazza.chain.balanceOf(bruno.account)).toBe(12_52)
  expect(await piazza.chain.supply()).toBe(supply)
})

test('the same key sent twenty times concurrently is one transfer; with other data it is refused', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const body = { to: bruno.username, amount: 5 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(piazza, anna, body, 'una')))
  expect(answers.filter(({ http }) => ![200, 202].includes(http))).toEqual([])
  expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1)
  await expect.poll(() => send(piazza, anna, body, 'una'), SLOW_CHAIN).toMatchObject({ http: 200 })
  expect(await piazza.transfers(anna.account)).toEqual([{ amount: 500, state: 'confirmed' }])
  for (const other of [{ amount: 6 }, { note: 'Altro' }, { to: anna.username }]) {
    const { http } = await send(piazza, anna, { ...body, ...other }, 'una')
    expect([409, 422]).toContain(http)
  }
  await expect.poll(() => send(piazza, anna, body, 'altra'), SLOW_CHAIN).toMatchObject({ http: 200 })
  expect(await piazza.chain.balanceOf(anna.account)).toBe(90_00)
})

test('bad amounts are refused with a clear text, and nothing is stored', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const refused: [unknown, string][] = [
    [1.234, AMOUNT_MESSAGES.decimals],
    [0.001, AMOUNT_MESSAGES.decimals],
    [0.004999, AMOUNT_MESSAGES.decimals],
    [1e-7, AMOUNT_MESSAGES.decimals],
    [1e-323, AMOUNT_MESSAGES.decimals],
    [1.0000001, AMOUNT_MESSAGES.decimals],
    [0, AMOUNT_MESSAGES.notPositive],
    [-5, AMOUNT_MESSAGES.notPositive],
    [1e30, AMOUNT_MESSAGES.tooLarge],
    [1_000_000.01, AMOUNT_MESSAGES.tooLarge],
    ['12,50', AMOUNT_MESSAGES.notNumber],
    ['1.000', AMOUNT_MESSAGES.notNumber],
    [null, AMOUNT_MESSAGES.notNumber],
    [undefined, AMOUNT_MESSAGES.notNumber],
    [100.01, MESSAGES.insufficientBalance],
  ]
  for (const [amount, message] of refused) {
    const answer = await send(piazza, anna, { to: bruno.username, amount })
    expect(answer, String(amount)).toMatchObject({ http: 422, message: expect.stringContaining(message) })
  }
  expect(await send(piazza, anna, { to: bruno.username, amount: 1, note: 'x'.repeat(141) })).toMatchObject({
    http: 422,
  })
  expect(await piazza.transfers(anna.account)).toEqual([])
})

test('unknown, deleted, suspended, own and wallet-less recipients are refused with the reason', async () => {
  const piazza = await anOwnPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const gone = await piazza.aMemberWithWallet(0)
  await piazza.db.execute(sql`
    update member set deleted_at = now(), username_key = ${`\u0001${gone.id}`} where id = ${gone.id}`)
  const unverified = await piazza.aMember({ verified: false })
  const suspended = await piazza.aMemberWithWallet(0)
  await piazza.db.execute(sql`
    update member set suspended_at = now(), suspension_reason = 'Prova' where id = ${suspended.id}`)
  const refused: [string, string][] = [
    ['NESSUNO-DI-NOI', TRANSFER_MESSAGES.recipientUnknown],
    ['', TRANSFER_MESSAGES.recipientUnknown],
    [`0x${'1'.repeat(40)}`, TRANSFER_MESSAGES.recipientUnknown],
    [piazza.chain.treasury.address, TRANSFER_MESSAGES.recipientUnknown],
    [gone.username, TRANSFER_MESSAGES.recipientUnknown],
    [gone.account, TRANSFER_MESSAGES.recipientDeleted],
    [anna.username, TRANSFER_MESSAGES.ownRecipient],
    [anna.account, TRANSFER_MESSAGES.ownRecipient],
    [unverified.username, TRANSFER_MESSAGES.recipientWithoutWallet],
    [suspended.username, TRANSFER_MESSAGES.recipientSuspended],
  ]
  for (const [to, message] of refused)
    expect(await send(piazza, anna, { to, amount: 1 }), to).toMatchObject({
      http: 422,
      message,
      errors: { to: message },
    })
  expect(await piazza.transfers(anna.account)).toEqual([])
  const without = await piazza.aMember()
  expect(await send(piazza, without, { to: bruno.username, amount: 1 })).toMatchObject({ http: 404 })
})

test('above the daily sum the password is needed, also for concurrent transfers', async () => {
  const password = 'una-password-lunga'
  const piazza = await aPiazzaWithChain({ env: { TRANSFER_PASSWORD_ABOVE: '20' } })
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const withPassword = await piazza.aMember({ password })
  await piazza.db.execute(sql`
    update member set password_hash = (select password_hash from member where id = ${withPassword.id})
    where id = ${anna.id}`)
  const pay = (amount: number, given?: string) =>
    send(piazza, anna, { to: bruno.username, amount, ...(given === undefined ? {} : { password: given }) })
  const answers = await Promise.all(Array.from({ length: 5 }, () => pay(8)))
  expect(answers.filter(({ http }) => [200, 202].includes(http))).toHaveLength(2)
  expect(answers.filter(({ http }) => http === 403)).toHaveLength(3)
  expect(await pay(4.01)).toMatchObject({ http: 403, message: TRANSFER_MESSAGES.passwordNeeded })
  expect(await pay(4.01, 'sbagliata')).toMatchObject({ http: 403, message: ACCOUNT_MESSAGES.wrongPassword })
  await expect.poll(() => piazza.chain.balanceOf(anna.account), SLOW_CHAIN).toBe(84_00)
  expect((await pay(4)).http).toBeOneOf([200, 202])
  expect((await pay(4.01, password)).http).toBeOneOf([200, 202])
  await expect.poll(() => piazza.chain.balanceOf(bruno.account), SLOW_CHAIN).toBe(24_01)
})

test('a transfer is not stored while the chain is unreachable; one stored before is made once it is back', {
  tags: 'slow',
}, async () => {
  const { wrap, setDown } = anUnsteadyChain()
  const piazza = await aPiazzaWithChain({ wrap })
  const [anna, bruno] = await aPayerAndPayee(piazza)
  setDown(true)
  const pending = await send(piazza, anna, { to: bruno.username, amount: 3 }, 'una')
  expect(pending).toMatchObject({ http: 202, status: 'pending' })
  setDown(false)
  await expect
    .poll(() => send(piazza, anna, { to: bruno.username, amount: 3 }, 'una'), SLOW_CHAIN)
    .toMatchObject({ http: 200, _id: pending._id, status: 'confirmed' })
  expect(await piazza.chain.balanceOf(bruno.account)).toBe(3_00)
  await piazza.closeChain()
  expect(await send(piazza, anna, { to: bruno.username, amount: 3 }, 'altra')).toMatchObject({ http: 503 })
  expect(await piazza.transfers(anna.account)).toHaveLength(1)
})

test('only the payer reads how far a transfer is, and reading sends nothing', async () => {
  const { wrap, setDown } = anUnsteadyChain()
  const piazza = await aPiazzaWithChain({ wrap })
  const [anna, bruno] = await aPayerAndPayee(piazza)
  setDown(true)
  const sent = await send(piazza, anna, { to: bruno.username, amount: 3, note: 'Pane  e latte' }, 'una')
  const read = (by: Someone) => piazza.call('GET', `/api/wallet/transfers/${sent._id}`, { token: by.token })
  const view = { _id: sent._id, to: bruno.username, amount: 3, note: 'Pane e latte' }
  expect(await read(anna)).toMatchObject({ status: 202, body: { ...view, status: 'pending' } })
  expect(await read(bruno)).toMatchObject({ status: 404, body: { message: TRANSFER_MESSAGES.transferNotFound } })
  setDown(false)
  const confirmed = { status: 200, body: { ...view, status: 'confirmed' } }
  await expect.poll(() => read(anna), SLOW_CHAIN).toMatchObject(confirmed)
  await piazza.db.execute(sql`
    update chain_transaction
    set state = 'failed', failure = ${MESSAGES.insufficientBalance}, place = null, mined_at = null
    where sender = ${anna.account}`)
  expect(await read(anna)).toMatchObject({ status: 422, body: { message: MESSAGES.insufficientBalance } })
  expect(await piazza.transfers(anna.account)).toHaveLength(1)
})

test('an account with an open transfer is not deleted; its notes are deleted with it', async () => {
  const piazza = await anOwnPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const admin = await piazza.aMember({ isAdmin: true })
  const body = { to: bruno.username, amount: 2, note: 'Segreto' }
  await expect.poll(() => send(piazza, anna, body, 'una'), SLOW_CHAIN).toMatchObject({ http: 200 })
  const { _id } = await ask(piazza, anna, { from: bruno.username, amount: 1, note: 'Segreto' })
  await expect.poll(() => answerTo(piazza, bruno, _id, 'pay'), SLOW_CHAIN).toMatchObject({ http: 200 })
  await ask(piazza, anna, { from: bruno.username, amount: 1, note: 'Segreto' })
  await piazza.db.execute(sql`
    insert into chain_transaction (key, kind, sender, recipient, amount)
    values ('open', 'transfer', ${anna.account}, ${bruno.account}, 1)`)
  const remove = () => piazza.call('DELETE', `/api/users/${anna.id}`, { token: admin.token })
  expect(await remove()).toMatchObject({ status: 409 })
  await piazza.db.execute(sql`delete from chain_transaction where key = 'open'`)
  expect(await remove()).toMatchObject({ status: 200 })
  const left = await piazza.db.query(sql`select note from member_transfer union all select note from val_request`)
  expect(left).toEqual(Array.from({ length: 4 }, () => ({ note: '' })))
  expect(await requestsOf(piazza, bruno)).toMatchObject([{ state: 'ended' }, { state: 'paid' }])
})

test('both members find the transfer in statement and export', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const body = { to: bruno.username, amount: 2.5, note: 'Uova' }
  await expect.poll(() => send(piazza, anna, body, 'una'), SLOW_CHAIN).toMatchObject({ http: 200 })
  const exported = async ({ token }: Someone) =>
    (await piazza.call('GET', '/api/privacy/export', { token })).body as MemberExport
  expect((await exported(anna)).transfers).toMatchObject([
    { direction: 'out', amount: 2.5, note: 'Uova', status: 'confirmed' },
  ])
  const statement = async ({ token }: Someone) =>
    ((await piazza.call('GET', '/api/wallet/statement', { token })).body as Statement).movements
  expect(await statement(anna)).toMatchObject([{ title: `Bottega ${bruno.username} · Uova`, amount: -2.5 }, {}])
  expect(await statement(bruno)).toMatchObject([{ title: `Bottega ${anna.username} · Uova`, amount: 2.5 }])
  expect((await exported(bruno)).transfers).toMatchObject([{ direction: 'in', amount: 2.5, note: 'Uova' }])
})

test('of 250 transfers at once by one member most are refused, and other members notice nothing', {
  tags: 'slow',
}, async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const listing = await piazza.aListing()
  let isDone = false
  const all = Promise.all(
    Array.from({ length: 250 }, async (_, index) => {
      const { http } = await send(piazza, anna, { to: bruno.username, amount: 0.01 }, `${index}`)
      return http
    }),
  ).finally(() => {
    isDone = true
  })
  const others = new Set<number>()
  while (!isDone)
    for (const [method, path] of [
      ['GET', '/api/orders/mine'],
      ['GET', '/api/products'],
      ['PUT', `/api/favourites/${listing.id}`],
    ] as const)
      others.add((await piazza.call(method, path, { token: bruno.token })).status)
  const statuses = await all
  expect([...others]).toEqual([200])
  expect(statuses.filter((status) => ![200, 202, 429].includes(status))).toEqual([])
  expect(statuses).toContain(429)
  expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(4)
})
