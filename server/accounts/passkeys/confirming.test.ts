import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PASSKEY_MESSAGES } from '#domain/accounts/passkeys.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import { hashPassword } from '#server/accounts/sessions/passwords.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DEVIATIONS, PASSKEY_PASSWORD as PASSWORD, passkeyCalls, REFUSED_CONFIRMATION } from '#test/passkey-calls.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { answerTo, aPayerAndPayee, ask, send } from '#test/transfer-calls.ts'

/** Anna has 100 VAL, a password and a passkey. Payments above 20 VAL a day need a confirmation. */
const aPayerWithPasskey = async () => {
  const piazza = await aPiazzaWithChain({ env: { TRANSFER_PASSWORD_ABOVE: '20', RATE_LIMITS: 'off' } })
  const [anna, bruno] = await aPayerAndPayee(piazza)
  const passwordHash = await hashPassword(PASSWORD)
  await piazza.db.execute(sql`update member set password_hash = ${passwordHash} where id in (${anna.id}, ${bruno.id})`)
  const calls = passkeyCalls(piazza)
  const device = await calls.aPasskey(anna)
  return { piazza, anna, bruno, device, ...calls }
}

/** Repeats the request while the transfer is pending (202), as the browser does. */
const untilFinal = async <Answer extends { http: number }>(request: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await request()
    if (answer.http !== 202) return answer
    await sleep(250)
  }
}

const NOT_CONFIRMED = { http: 403, message: PASSKEY_MESSAGES.notConfirmed }

test('a large payment is confirmed by a passkey that signed for this payee and amount, once', async () => {
  const { piazza, anna, bruno, device, confirmation } = await aPayerWithPasskey()
  const carla = await piazza.aMemberWithWallet(0)
  const payment = { to: bruno.username, amount: 30 }
  const signed = (question: object) => confirmation(anna, device, question)
  expect(await send(piazza, anna, payment)).toMatchObject({ http: 403, message: TRANSFER_MESSAGES.passwordNeeded })
  const wrong: Record<string, object> = {
    'another payee': { purpose: 'payment', to: carla.username, amount: 30 },
    'another amount': { purpose: 'payment', to: bruno.username, amount: 30.01 },
    'the key': { purpose: 'secret' },
    'a removal': { purpose: 'remove', id: device._id },
  }
  for (const [name, question] of Object.entries(wrong))
    expect(await send(piazza, anna, { ...payment, passkey: await signed(question) }), name).toMatchObject(NOT_CONFIRMED)
  expect(await piazza.transfers(anna.account)).toEqual([])
  const passkey = await signed({ purpose: 'payment', ...payment })
  const first = await untilFinal(() => send(piazza, anna, { ...payment, passkey }, 'una'))
  expect(first).toMatchObject({ http: 200, status: 'confirmed' })
  // A repeated request with the same idempotency key returns the state; another transfer needs another signature.
  expect(await send(piazza, anna, { ...payment, passkey }, 'una')).toMatchObject({ http: 200 })
  expect(await send(piazza, anna, { ...payment, passkey }, 'altra')).toMatchObject(NOT_CONFIRMED)
  const second = await untilFinal(() => send(piazza, anna, { ...payment, password: PASSWORD }, 'altra'))
  expect(second).toMatchObject({ http: 200 })
  expect(await piazza.chain.balanceOf(bruno.account)).toBe(60_00)
})

test('a payment is not confirmed by a sign-in, by another member, nor by a wrong signature', async () => {
  const { piazza, anna, bruno, device, confirmation, challengeToSignIn, challengeFor, aPasskey } =
    await aPayerWithPasskey()
  const carla = await piazza.aMemberWithWallet(0)
  const brunos = await aPasskey(bruno)
  const payment = { to: carla.username, amount: 30 }
  const question = { purpose: 'payment', ...payment }
  const wrong: Record<string, object> = {
    'a sign-in': device.sign(await challengeToSignIn()),
    'the challenge of another': device.sign(await challengeFor(bruno, question)),
    'the passkey of another': brunos.sign(await challengeFor(anna, question)),
    'the passkey and the challenge of another': brunos.sign(await challengeFor(bruno, question)),
    'the signature of another with the id of the own passkey': brunos.sign(await challengeFor(anna, question), {
      credentialId: device.id,
    }),
  }
  for (const [name, deviation] of Object.entries(DEVIATIONS))
    wrong[name] = await confirmation(anna, device, question, deviation)
  for (const [name, passkey] of Object.entries(wrong))
    expect(await send(piazza, anna, { ...payment, passkey }), name).toMatchObject(NOT_CONFIRMED)
  expect(await piazza.transfers(anna.account)).toEqual([])
})

test('a request of VAL is paid only with a passkey’s signature over its sender and amount', async () => {
  const { piazza, anna, bruno, device, confirmation } = await aPayerWithPasskey()
  const { _id } = await ask(piazza, bruno, { from: anna.username, amount: 25 })
  const signed = (amount: number) => confirmation(anna, device, { purpose: 'payment', to: bruno.username, amount })
  expect(await answerTo(piazza, anna, _id, 'pay', { passkey: await signed(24) })).toMatchObject(NOT_CONFIRMED)
  const passkey = await signed(25)
  expect(await untilFinal(() => answerTo(piazza, anna, _id, 'pay', { passkey }))).toMatchObject({ http: 200 })
  expect(await piazza.chain.balanceOf(bruno.account)).toBe(25_00)
})

test('the wallet’s key is shown for a passkey that signed for it, and held back after a change of password', async () => {
  const { piazza, anna, bruno, device, confirmation } = await aPayerWithPasskey()
  const reveal = (body: object) => piazza.call('POST', `/api/users/${anna.id}/secret`, { token: anna.token, body })
  const signed = (question: object) => confirmation(anna, device, question)
  expect(await reveal({})).toMatchObject({ status: 422, body: { errors: { password: PASSKEY_MESSAGES.proofNeeded } } })
  const payment = { purpose: 'payment', to: bruno.username, amount: 30 }
  for (const question of [payment, { purpose: 'remove', id: device._id }])
    expect(await reveal({ passkey: await signed(question) })).toMatchObject(REFUSED_CONFIRMATION)
  const passkey = await signed({ purpose: 'secret' })
  // A valid signature does not reveal the key of another member's wallet.
  const others = await piazza.call('POST', `/api/users/${bruno.id}/secret`, { token: anna.token, body: { passkey } })
  expect(others.status).toBe(403)
  const shown = await reveal({ passkey })
  expect(shown).toMatchObject({ status: 200, body: { account: anna.account } })
  expect((shown.body as { accountKey: string }).accountKey).toMatch(/^0x[0-9a-f]{64}$/)
  expect(shown.headers.get('cache-control')).toContain('no-store')
  expect(await reveal({ passkey })).toMatchObject(REFUSED_CONFIRMATION)
  expect((await reveal({ password: PASSWORD })).status).toBe(200)

  await piazza.db.execute(sql`update member set credentials_changed_at = now() where id = ${anna.id}`)
  expect(await reveal({ passkey: await signed({ purpose: 'secret' }) })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('dopo un cambio di e-mail o password') },
  })
})
