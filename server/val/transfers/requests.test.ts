import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { anOwnPiazzaWithChain, anUnsteadyChain, aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { answerTo, aPayerAndPayee, ask, requestsOf, type Someone, send } from '#test/transfer-calls.ts'

const WHEN_BUSY = { timeout: 50_000 }

test('if one of two members has blocked the other, neither finds the other to send VAL to or ask for VAL', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
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
  const ended = { http: 409, message: TRANSFER_MESSAGES.requestEnded }
  expect(await answerTo(piazza, anna, _id, 'pay')).toMatchObject(ended)
  expect(await piazza.transfers(anna.account)).toEqual([])
})

test('both members are told once the VAL have arrived, and of what is asked, declined and ended', async () => {
  let now = new Date()
  const piazza = await aPiazzaWithChain({ clock: () => now })
  const [anna, bruno] = await aPayerAndPayee(piazza)
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
  await expect.poll(() => told(anna), WHEN_BUSY).toEqual([sent])
  await expect.poll(() => told(bruno), WHEN_BUSY).toEqual([received])
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 3 })
  await answerTo(piazza, anna, _id, 'decline')
  await ask(piazza, bruno, { from: anna.username, amount: 4, note: 'Miele' })
  expect((await told(anna)).map(([, text]) => text)).toEqual([
    `${brunosName} (${bruno.username}) ti chiede 4 VAL per «Miele».`,
    `${brunosName} (${bruno.username}) ti chiede 3 VAL.`,
    sent[1],
  ])
  now = new Date(now.getTime() + 8 * 24 * 60 * 60 * 1000)
  await jobs.add(piazza.db, 'end-val-requests', {})
  await expect
    .poll(() => told(bruno), WHEN_BUSY)
    .toEqual([
      ['ask', `${annasName} non ha risposto in tempo: avevi chiesto 4 VAL per «Miele».`],
      ['ask', `${annasName} ha risposto di no: avevi chiesto 3 VAL.`],
      received,
    ])
})

test('a transfer is told with a name also when the payer was deleted in the meantime', { tags: 'slow' }, async () => {
  const piazza = await anOwnPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const admin = await piazza.aMember({ isAdmin: true })
  const told = async () =>
    ((await piazza.call('GET', '/api/notices', { token: bruno.token })).body as NoticePage).notices.map(
      ({ text }) => text,
    )
  const { _id } = await send(piazza, anna, { to: bruno.username, amount: 2 })
  await expect.poll(told, WHEN_BUSY).toHaveLength(1)
  await piazza.db.execute(sql`update member_transfer set told_at = null`)
  expect(await piazza.call('DELETE', `/api/users/${anna.id}`, { token: admin.token })).toMatchObject({ status: 200 })
  await jobs.add(piazza.db, 'tell-transfer', { id: _id })
  await expect.poll(async () => (await told())[0], WHEN_BUSY).toBe('Utente cancellato ti ha mandato 2 VAL.')
})

test('a member asks, the other pays once however often they click', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const asked = await ask(piazza, bruno, { from: anna.username.toLowerCase(), amount: 7.25, note: 'Miele' })
  expect(asked).toMatchObject({
    http: 200,
    from: anna.username,
    to: bruno.username,
    amount: 7.25,
    note: 'Miele',
    state: 'open',
  })
  const pay = () => answerTo(piazza, anna, asked._id, 'pay')
  const answers = await Promise.all(Array.from({ length: 10 }, pay))
  // The response to a slow transfer is a 202, at first without a hash.
  expect(answers.filter(({ http }) => ![200, 202].includes(http))).toEqual([])
  await expect.poll(pay, WHEN_BUSY).toMatchObject({ http: 200 })
  const { transactionHash } = await pay()
  const others = answers.filter((answer) => answer.transactionHash && answer.transactionHash !== transactionHash)
  expect(others).toEqual([])
  expect(await piazza.transfers(anna.account)).toEqual([{ amount: 7_25, state: 'confirmed' }])
  expect(await piazza.chain.balanceOf(bruno.account)).toBe(7_25)
  for (const party of [anna, bruno]) expect(await requestsOf(piazza, party)).toMatchObject([{ state: 'paid' }])
  expect(await answerTo(piazza, anna, asked._id, 'decline')).toMatchObject({
    http: 409,
    message: TRANSFER_MESSAGES.requestPaid,
  })
})

test('asking again with the idempotency key is the same request, told once and not limited', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const body = { from: anna.username, amount: 7 }
  const asked = await Promise.all([ask(piazza, bruno, body, 'una'), ask(piazza, bruno, body, 'una')])
  expect(asked[0]).toMatchObject({ http: 200, state: 'open' })
  expect(asked[1]).toEqual(asked[0])
  expect(await requestsOf(piazza, anna)).toHaveLength(1)
  const { body: told } = await piazza.call('GET', '/api/notices', { token: anna.token })
  expect((told as NoticePage).notices).toHaveLength(1)
  await answerTo(piazza, anna, asked[0]._id, 'decline')
  for (let times = 0; times < 3; times++)
    expect(await ask(piazza, bruno, body, 'una')).toMatchObject({ http: 200, _id: asked[0]._id, state: 'declined' })
  expect(await ask(piazza, bruno, body, 'altra')).toMatchObject({ http: 200, state: 'open' })
  expect(await requestsOf(piazza, anna)).toHaveLength(2)
})

test('a request is declined once, and then cannot be paid; others do not see it', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
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
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 7 })
  now = new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000)
  expect(await requestsOf(piazza, anna)).toMatchObject([{ state: 'ended' }])
  expect(await answerTo(piazza, anna, _id, 'pay')).toMatchObject({ http: 409, message: TRANSFER_MESSAGES.requestEnded })
})

test('VAL asked for are shown as arriving until the transfer is final', async () => {
  const { wrap, setDown } = anUnsteadyChain()
  const piazza = await aPiazzaWithChain({ wrap })
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 5 })
  setDown(true)
  expect(await answerTo(piazza, anna, _id, 'pay')).toMatchObject({ http: 202 })
  for (const party of [anna, bruno])
    expect(await requestsOf(piazza, party)).toMatchObject([{ state: 'paid', arriving: true }])
  setDown(false)
  await expect.poll(() => requestsOf(piazza, bruno), WHEN_BUSY).toMatchObject([{ state: 'paid', arriving: false }])
})

test('a request that fails for want of VAL stays open, and can be paid later', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const { _id } = await ask(piazza, anna, { from: bruno.username, amount: 5 })
  const pay = () => answerTo(piazza, bruno, _id, 'pay')
  // While a slow chain does not respond, the status is 503.
  await expect.poll(pay, WHEN_BUSY).toMatchObject({ http: 422, message: MESSAGES.insufficientBalance })
  expect(await requestsOf(piazza, bruno)).toMatchObject([{ state: 'open' }])
  await piazza.give(bruno.account, 5_00)
  await expect.poll(pay, WHEN_BUSY).toMatchObject({ http: 200, amount: 5 })
  expect(await requestsOf(piazza, bruno)).toMatchObject([{ state: 'paid' }])
})

test('a member asks another for VAL at most three times a day, and nobody asks themselves', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  expect(await ask(piazza, anna, { from: anna.username, amount: 1 })).toMatchObject({
    http: 422,
    message: TRANSFER_MESSAGES.askedSelf,
  })
  expect(await ask(piazza, anna, { from: 'NESSUNO-DI-NOI', amount: 1 })).toMatchObject({ http: 422 })
  for (const http of [200, 200, 200])
    expect(await ask(piazza, bruno, { from: anna.username, amount: 1 })).toMatchObject({ http })
  expect(await ask(piazza, bruno, { from: anna.username, amount: 1 })).toMatchObject({
    http: 429,
    message: expect.stringMatching(
      /^Alla stessa persona si possono chiedere VAL 3 volte al giorno, .* puoi chiederli di nuovo (oggi|domani) dopo le /,
    ),
  })
})

test('asking many usernames for VAL does not tell without limit which of them exist', async () => {
  const piazza = await aPiazzaWithChain()
  const [, bruno] = await aPayerAndPayee(piazza)
  const names = Array.from({ length: LIMITS.recipient.times + 10 }, (_, index) => `NESSUNO-${index}`)
  const statuses = new Set<number>()
  for (const from of names) statuses.add((await ask(piazza, bruno, { from, amount: 1 })).http)
  expect(statuses).toEqual(new Set([422, 429]))
})

test('before paying, a member sees whom: name, picture and since when', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const show = (username: string) => piazza.call('GET', `/api/wallet/recipients/${username}`, { token: anna.token })
  expect(await show(bruno.username.toLowerCase())).toMatchObject({
    status: 200,
    body: { username: bruno.username, name: `Bottega ${bruno.username}`, logo: '', isSelf: false },
  })
  expect(await show(anna.username)).toMatchObject({ body: { isSelf: true } })
  expect(await show('NESSUNO-DI-NOI')).toMatchObject({ status: 404 })
})
