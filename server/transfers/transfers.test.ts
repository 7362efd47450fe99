import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/errors.ts'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'
import type { NoticePage } from '#domain/notices.schema.ts'
import type { MemberExport } from '#domain/privacy.schema.ts'
import { TRANSFER_MESSAGES } from '#domain/transfers.ts'
import type { Statement } from '#domain/wallet.schema.ts'
import { sql } from '#server/db/sql.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

type Piazza = Awaited<ReturnType<typeof aPiazzaWithChain>>
type Someone = { id: string; token: string; username: string }
type Answer = { _id: string; status: string; transactionHash: string; to: string; amount: number; message?: string }

const send = async (piazza: Piazza, by: { token: string }, body: object, key?: string) => {
  const headers = key ? { 'idempotency-key': key } : undefined
  const answer = await piazza.call('POST', '/api/wallet/transfers', {
    token: by.token,
    body,
    ...(headers ? { headers } : {}),
  })
  return { http: answer.status, ...(answer.body as Answer) }
}
const two = async (piazza: Piazza) => [await piazza.aMemberWithWallet(), await piazza.aMemberWithWallet(0)] as const

test('VAL go to a person by username, in any case, or by account', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const supply = await piazza.chain.supply()
  const sent = await send(
    piazza,
    anna,
    { to: bruno.username.toLowerCase(), amount: 12.5, note: ' Pane  buono ' },
    'una',
  )
  expect(sent).toMatchObject({
    http: 200,
    status: 'confirmed',
    transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    to: bruno.username,
    amount: 12.5,
    note: 'Pane buono',
  })
  for (const to of [bruno.account, bruno.account.toLowerCase()])
    expect(await send(piazza, anna, { to, amount: 0.01 })).toMatchObject({ http: 200, to: bruno.username, note: '' })
  expect(await piazza.chain.balanceOf(anna.account)).toBe(87_48)
  expect(await piazza.chain.balanceOf(bruno.account)).toBe(12_52)
  expect(await piazza.chain.supply()).toBe(supply)
})

test('the same key sent twenty times concurrently is one transfer; with other data it is refused', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const body = { to: bruno.username, amount: 5 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(piazza, anna, body, 'una')))
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1)
  expect(await piazza.transfers(anna.account)).toEqual([{ amount: 500, state: 'confirmed' }])
  for (const other of [{ amount: 6 }, { note: 'Altro' }, { to: anna.username }]) {
    const { http } = await send(piazza, anna, { ...body, ...other }, 'una')
    expect([409, 422]).toContain(http)
  }
  expect(await send(piazza, anna, body, 'altra')).toMatchObject({ http: 200 })
  expect(await piazza.chain.balanceOf(anna.account)).toBe(90_00)
})

test('bad amounts are refused with a clear text, and nothing is stored', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const refused: [unknown, string][] = [
    [1.234, TRANSFER_MESSAGES.amountDecimals],
    [0.001, TRANSFER_MESSAGES.amountDecimals],
    [0, TRANSFER_MESSAGES.amountNotPositive],
    [-5, TRANSFER_MESSAGES.amountNotPositive],
    [1e30, TRANSFER_MESSAGES.amountTooLarge],
    [1_000_000.01, TRANSFER_MESSAGES.amountTooLarge],
    ['12,50', TRANSFER_MESSAGES.amountNotNumber],
    ['1.000', TRANSFER_MESSAGES.amountNotNumber],
    [null, TRANSFER_MESSAGES.amountNotNumber],
    [undefined, TRANSFER_MESSAGES.amountNotNumber],
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

test('unknown, deleted, own and wallet-less recipients are refused with the reason', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const gone = await piazza.aMemberWithWallet(0)
  await piazza.db.execute(sql`
    update member set deleted_at = now(), username_key = ${`\u0001${gone.id}`} where id = ${gone.id}`)
  const unverified = await piazza.aMember({ verified: false })
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
  ]
  for (const [to, message] of refused)
    expect(await send(piazza, anna, { to, amount: 1 }), to).toMatchObject({ http: 422, message })
  expect(await piazza.transfers(anna.account)).toEqual([])
  const without = await piazza.aMember()
  expect(await send(piazza, without, { to: bruno.username, amount: 1 })).toMatchObject({ http: 404 })
})

test('above the daily sum the password is needed, also for concurrent transfers', async () => {
  const password = 'una-password-lunga'
  const piazza = await aPiazzaWithChain({ env: { TRANSFER_PASSWORD_ABOVE: '20' } })
  const [anna, bruno] = await two(piazza)
  const withPassword = await piazza.aMember({ password })
  await piazza.db.execute(sql`
    update member set password_hash = (select password_hash from member where id = ${withPassword.id})
    where id = ${anna.id}`)
  const pay = (amount: number, given?: string) =>
    send(piazza, anna, { to: bruno.username, amount, ...(given === undefined ? {} : { password: given }) })
  const answers = await Promise.all(Array.from({ length: 5 }, () => pay(8)))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 200, 403, 403, 403])
  expect(await pay(4.01)).toMatchObject({ http: 403, message: TRANSFER_MESSAGES.passwordNeeded })
  expect(await pay(4.01, 'sbagliata')).toMatchObject({ http: 403, message: ACCOUNT_MESSAGES.wrongPassword })
  expect(await piazza.chain.balanceOf(anna.account)).toBe(84_00)
  expect(await pay(4)).toMatchObject({ http: 200 })
  expect(await pay(4.01, password)).toMatchObject({ http: 200 })
  expect(await piazza.chain.balanceOf(bruno.account)).toBe(24_01)
})

test('while the chain is unreachable nothing is stored; a transfer stored before is made once the chain is back', async () => {
  let isDown = false
  const piazza = await aPiazzaWithChain({
    wrap: (chain) => ({
      ...chain,
      broadcast: (raw) => (isDown ? Promise.reject(new Error('down')) : chain.broadcast(raw)),
    }),
  })
  const [anna, bruno] = await two(piazza)
  isDown = true
  const pending = await send(piazza, anna, { to: bruno.username, amount: 3 }, 'una')
  expect(pending).toMatchObject({ http: 202, status: 'pending' })
  isDown = false
  await expect
    .poll(() => send(piazza, anna, { to: bruno.username, amount: 3 }, 'una'), { timeout: 30_000 })
    .toMatchObject({ http: 200, _id: pending._id, status: 'confirmed' })
  expect(await piazza.chain.balanceOf(bruno.account)).toBe(3_00)
  await piazza.closeChain()
  expect(await send(piazza, anna, { to: bruno.username, amount: 3 }, 'altra')).toMatchObject({ http: 503 })
  expect(await piazza.transfers(anna.account)).toHaveLength(1)
})

test('an account with an open transfer is not deleted; notes go with their writer', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const admin = await piazza.aMember({ isAdmin: true })
  await send(piazza, anna, { to: bruno.username, amount: 2, note: 'Segreto' })
  await ask(piazza, anna, { from: bruno.username, amount: 1, note: 'Segreto' })
  await piazza.db.execute(sql`
    insert into chain_transaction (key, kind, sender, recipient, amount)
    values ('open', 'transfer', ${anna.account}, ${bruno.account}, 1)`)
  const remove = () => piazza.call('DELETE', `/api/users/${anna.id}`, { token: admin.token })
  expect(await remove()).toMatchObject({ status: 409 })
  await piazza.db.execute(sql`delete from chain_transaction where key = 'open'`)
  expect(await remove()).toMatchObject({ status: 200 })
  const left = await piazza.db.query(sql`select note from member_transfer union all select note from val_request`)
  expect(left).toEqual([{ note: '' }, { note: '' }])
  expect(await requestsOf(piazza, bruno)).toMatchObject([{ state: 'ended' }])
})

test('both members find the transfer in statement and export', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  await send(piazza, anna, { to: bruno.username, amount: 2.5, note: 'Uova' })
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

test('nothing passes between members of whom one has blocked the other, as if they were not there', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 1 })
  await piazza.call('PUT', `/api/blocks/${anna.id}`, { token: bruno.token })
  const refused = { http: 422, message: TRANSFER_MESSAGES.recipientUnknown }
  for (const [by, other] of [
    [anna, bruno],
    [bruno, anna],
  ] as const) {
    expect(await send(piazza, by, { to: other.username, amount: 1 })).toMatchObject(refused)
    expect(await ask(piazza, by, { from: other.username, amount: 1 })).toMatchObject(refused)
    const path = `/api/wallet/recipients/${other.username}`
    expect(await piazza.call('GET', path, { token: by.token })).toMatchObject({ status: 404 })
  }
  expect(await answerTo(piazza, anna, _id, 'pay')).toMatchObject(refused)
  expect(await piazza.transfers(anna.account)).toEqual([])
})

test('both members are told once the VAL have arrived, and of what is asked, declined and ended', async () => {
  let now = new Date()
  const piazza = await aPiazzaWithChain({ clock: () => now })
  const [anna, bruno] = await two(piazza)
  const told = async ({ token }: Someone) =>
    ((await piazza.call('GET', '/api/notices', { token })).body as NoticePage).notices.map(({ kind, text }) => [
      kind,
      text,
    ])
  await send(piazza, anna, { to: bruno.username, amount: 2.5, note: 'Uova' })
  const [annasName, brunosName] = [`Bottega ${anna.username}`, `Bottega ${bruno.username}`]
  const [sent, received] = [
    ['payment', `Hai mandato 2,50 VAL a ${brunosName} per «Uova».`],
    ['payment', `${annasName} ti ha mandato 2,50 VAL per «Uova».`],
  ]
  await expect.poll(() => told(anna), { timeout: 20_000 }).toEqual([sent])
  expect(await told(bruno)).toEqual([received])
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 3 })
  await answerTo(piazza, anna, _id, 'decline')
  await ask(piazza, bruno, { from: anna.username, amount: 4, note: 'Miele' })
  expect((await told(anna)).map(([, text]) => text)).toEqual([
    `${brunosName} ti chiede 4 VAL per «Miele».`,
    `${brunosName} ti chiede 3 VAL.`,
    sent[1],
  ])
  now = new Date(now.getTime() + 8 * 24 * 60 * 60 * 1000)
  await piazza.db.execute(sql`select graphile_worker.add_job('end-val-requests', '{}', flags => '{end-val-requests}')`)
  await expect
    .poll(() => told(bruno), { timeout: 20_000 })
    .toEqual([
      ['ask', `La tua richiesta di 4 VAL a ${anna.username} per «Miele» è scaduta senza risposta.`],
      ['ask', `${anna.username} non ha accettato la tua richiesta di 3 VAL.`],
      received,
    ])
})

const ask = async (piazza: Piazza, by: Someone, body: object) => {
  const { status, body: answer } = await piazza.call('POST', '/api/wallet/requests', { token: by.token, body })
  return { http: status, ...(answer as { _id: string; state: string; message?: string }) }
}
const answerTo = async (piazza: Piazza, by: Someone, id: string, how: 'pay' | 'decline', body: object = {}) => {
  const path = `/api/wallet/requests/${id}/${how}`
  const answer = await piazza.call('POST', path, { token: by.token, body })
  return { http: answer.status, ...(answer.body as Answer) }
}
const requestsOf = async (piazza: Piazza, { token }: Someone) =>
  ((await piazza.call('GET', '/api/wallet/requests', { token })).body as { requests: { state: string }[] }).requests

test('a member asks, the other pays once however often they click', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const asked = await ask(piazza, bruno, { from: anna.username.toLowerCase(), amount: 7.25, note: 'Miele' })
  expect(asked).toMatchObject({
    ...{ http: 200, from: anna.username, to: bruno.username, amount: 7.25, note: 'Miele', state: 'open' },
  })
  const answers = await Promise.all(Array.from({ length: 10 }, () => answerTo(piazza, anna, asked._id, 'pay')))
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ transactionHash }) => transactionHash)).size).toBe(1)
  expect(await piazza.chain.balanceOf(bruno.account)).toBe(7_25)
  for (const party of [anna, bruno]) expect(await requestsOf(piazza, party)).toMatchObject([{ state: 'paid' }])
  expect(await answerTo(piazza, anna, asked._id, 'decline')).toMatchObject({
    http: 409,
    message: TRANSFER_MESSAGES.requestPaid,
  })
})

test('a request is declined once, and then cannot be paid; others do not see it', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const stranger = await piazza.aMemberWithWallet(0)
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 7 })
  expect(await answerTo(piazza, stranger, _id, 'pay')).toMatchObject({ http: 404 })
  expect(await answerTo(piazza, bruno, _id, 'pay')).toMatchObject({ http: 403 })
  expect(await answerTo(piazza, bruno, _id, 'decline')).toMatchObject({ http: 403 })
  expect(await requestsOf(piazza, stranger)).toEqual([])
  expect(await answerTo(piazza, anna, _id, 'decline')).toMatchObject({ http: 200 })
  expect(await answerTo(piazza, anna, _id, 'decline')).toMatchObject({ http: 200 })
  expect(await answerTo(piazza, anna, _id, 'pay')).toMatchObject({
    http: 409,
    message: TRANSFER_MESSAGES.requestDeclined,
  })
  expect(await piazza.transfers(anna.account)).toEqual([])
})

test('a request ends after seven days', async () => {
  let now = new Date()
  const piazza = await aPiazzaWithChain({ clock: () => now })
  const [anna, bruno] = await two(piazza)
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 7 })
  now = new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000)
  expect(await requestsOf(piazza, anna)).toMatchObject([{ state: 'ended' }])
  expect(await answerTo(piazza, anna, _id, 'pay')).toMatchObject({ http: 409, message: TRANSFER_MESSAGES.requestEnded })
})

test('a request that fails for want of VAL stays open, and can be paid later', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 100.5 })
  const password = 'una-password-lunga'
  const refused = await answerTo(piazza, anna, _id, 'pay', { password })
  expect(refused).toMatchObject({ http: 422, message: MESSAGES.insufficientBalance })
  expect(await requestsOf(piazza, anna)).toMatchObject([{ state: 'open' }])
})

test('nobody is nagged: three requests a day to the same member, none to oneself', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  expect(await ask(piazza, anna, { from: anna.username, amount: 1 })).toMatchObject({ http: 422 })
  expect(await ask(piazza, anna, { from: 'NESSUNO-DI-NOI', amount: 1 })).toMatchObject({ http: 422 })
  for (const http of [200, 200, 200, 429])
    expect(await ask(piazza, bruno, { from: anna.username, amount: 1 })).toMatchObject({ http })
})

test('before paying, a member sees whom: name, picture and since when', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await two(piazza)
  const show = (username: string) => piazza.call('GET', `/api/wallet/recipients/${username}`, { token: anna.token })
  expect(await show(bruno.username.toLowerCase())).toMatchObject({
    status: 200,
    body: { username: bruno.username, name: `Bottega ${bruno.username}`, logo: '', isSelf: false },
  })
  expect(await show(anna.username)).toMatchObject({ body: { isSelf: true } })
  expect(await show('NESSUNO-DI-NOI')).toMatchObject({ status: 404 })
})
