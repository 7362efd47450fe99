import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { answerTo, aPayerAndPayee, ask, type Piazza, requestsOf, type Someone } from '#test/transfer-calls.ts'

const withdraw = (piazza: Piazza, by: { token: string }, id: string) =>
  piazza.call('POST', `/api/wallet/requests/${id}/withdraw`, { token: by.token })

const told = async (piazza: Piazza, { token }: Someone) =>
  ((await piazza.call('GET', '/api/notices', { token })).body as NoticePage).notices.map(({ text }) => text)

test('the asker withdraws an open request, which then can be neither paid nor declined, and the other is told', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 7, note: 'Miele' })
  expect(await withdraw(piazza, bruno, _id)).toMatchObject({ status: 200 })
  expect(await withdraw(piazza, bruno, _id)).toMatchObject({ status: 200 })
  for (const party of [anna, bruno])
    expect(await requestsOf(piazza, party)).toMatchObject([{ state: 'ended', withdrawn: true }])
  for (const how of ['pay', 'decline'] as const)
    expect(await answerTo(piazza, anna, _id, how)).toMatchObject({
      http: 409,
      message: TRANSFER_MESSAGES.requestWithdrawn,
    })
  expect(await piazza.transfers(anna.account)).toEqual([])
  expect(await told(piazza, anna)).toEqual([`Bottega ${bruno.username} non ti chiede più 7 VAL per «Miele».`])
})

test('only the asker withdraws a request, and only an open one', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const stranger = await piazza.aMemberWithWallet(0)
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 7 })
  expect(await withdraw(piazza, anna, _id)).toMatchObject({ status: 403 })
  expect(await withdraw(piazza, stranger, _id)).toMatchObject({ status: 404 })
  await answerTo(piazza, anna, _id, 'decline')
  expect(await withdraw(piazza, bruno, _id)).toMatchObject({
    status: 409,
    body: { message: TRANSFER_MESSAGES.answeredNo },
  })
})

test('of a payment and a withdrawal at the same time one is refused', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 7 })
  const [paid, withdrawn] = await Promise.all([answerTo(piazza, anna, _id, 'pay'), withdraw(piazza, bruno, _id)])
  const [request] = await requestsOf(piazza, anna)
  const isPaid = request?.state === 'paid'
  expect(request).toMatchObject(isPaid ? { withdrawn: false } : { state: 'ended', withdrawn: true })
  expect(withdrawn.status).toBe(isPaid ? 409 : 200)
  expect([200, 202].includes(paid.http)).toBe(isPaid)
  expect(await piazza.transfers(anna.account)).toHaveLength(isPaid ? 1 : 0)
})

test('people to pay are found by the name they show, recent ones first, without those one cannot pay', async () => {
  const piazza = await aPiazzaWithChain()
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const [zoe, blocked, suspended, hidden] = await Promise.all(
    Array.from({ length: 4 }, () => piazza.aMemberWithWallet(0)),
  )
  if (!zoe || !blocked || !suspended || !hidden) throw new Error('no members')
  const word = `Fornaio${bruno.username.slice(-6)}`
  const admin = await piazza.aMember({ isAdmin: true })
  for (const [index, one] of [bruno, zoe, blocked, suspended, anna].entries())
    await piazza.call('PUT', '/api/users/profile', { token: one.token, body: { sellerName: `${word} ${index}` } })
  await piazza.call('PUT', '/api/users/profile', { token: hidden.token, body: { surname: word } })
  await piazza.call('PUT', `/api/blocks/${anna.id}`, { token: blocked.token })
  await piazza.call('PUT', `/api/users/${suspended.id}/suspension`, { token: admin.token, body: { reason: 'x' } })
  const find = async (q: string) => {
    const { body } = await piazza.call('GET', `/api/wallet/recipients?q=${encodeURIComponent(q)}`, anna)
    return (body as { people: { username: string }[] }).people.map(({ username }) => username)
  }
  expect(await find(word.toLowerCase())).toEqual([bruno.username, zoe.username])
  expect(await find('')).toEqual([])
  expect(await find(word[0] ?? '')).toEqual([])
  await ask(piazza, anna, { from: zoe.username, amount: 1 })
  expect(await find(word)).toEqual([zoe.username, bruno.username])
  expect(await find('')).toEqual([zoe.username])
  expect(await find('%')).toEqual([])
  expect((await piazza.call('GET', '/api/wallet/recipients')).body).toEqual({ message: MESSAGES.unauthenticated })
})
