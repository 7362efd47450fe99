import { expect, test } from 'vitest'
import { aPiazzaWithReplies, replyToIn } from '#test/mail-in.ts'
import { mailsTo } from '#test/mailbox.ts'
import { orderCalls } from '#test/order-calls.ts'

const DIRECTLY = 'scrivi direttamente a chi ti ha contattato'
const BY_MAIL = 'Puoi anche rispondere a questa e-mail'

test.each([
  ['arrives as a message', {}, BY_MAIL, DIRECTLY],
  ['goes to the other person', { SMTP_URL: 'smtp://127.0.0.1:9' }, DIRECTLY, BY_MAIL],
])('the second mail of a request says only that the answer %s', async (_, env, said, unsaid) => {
  const { anOrder, aMember, call, lastMail, db } = await aPiazzaWithReplies(env)
  const [seller, buyer] = [await aMember(), await aMember({ hasAd: true })]
  const { order } = await anOrder({ seller, buyer })
  const body = { order: order.id, emailBody: 'Passo sabato' }
  expect((await call('POST', '/api/orders/mailing', { token: buyer.token, body })).status).toBe(200)
  const mail = await lastMail(seller)
  expect(mail?.text).toContain('Passo sabato')
  expect(mail?.text).toContain(said)
  expect(mail?.text).not.toContain(unsaid)
  expect(replyToIn(mail)).toMatch(said === BY_MAIL ? /^risposte\+/ : buyer.email)
  expect((await mailsTo(db, seller.email)).map(({ text }) => text).join()).not.toContain(unsaid)
})

const PASSWORD = 'una-password-lunga'

test('the mail about a person who has left offers no answer', async () => {
  const { anOrder, aMember, call, lastMail } = await aPiazzaWithReplies()
  const [seller, buyer] = [await aMember(), await aMember({ password: PASSWORD })]
  await anOrder({ seller, buyer })
  const erased = await call('POST', '/api/privacy/erase', { token: buyer.token, body: { password: PASSWORD } })
  expect(erased.status).toBe(200)
  const mail = await lastMail(seller)
  expect(mail?.text).toContain('ha lasciato la piazza')
  expect(mail?.text).not.toContain(BY_MAIL)
  expect(mail?.headers['Reply-To']).toBeUndefined()
})

test('a reply to what the association has decided about a request becomes a message of the request', async () => {
  const piazza = await aPiazzaWithReplies()
  const { anOrder, aMember, lastMail, answer, list } = piazza
  const { step } = orderCalls(piazza)
  const [seller, admin] = [await aMember(), await aMember({ isAdmin: true })]
  const { order, buyer } = await anOrder({ seller })
  expect((await step(seller, 'accept', order.id)).status).toBe(200)
  expect((await step(buyer, 'problem', order.id)).status).toBe(200)
  const settled = await step(admin, 'settle', order.id, { outcome: 'close', reason: 'Non vi siete accordati' })
  expect(settled.status).toBe(200)
  const mail = await lastMail(seller)
  expect(mail?.subject).toContain('L’associazione ha deciso')
  expect(await answer('Grazie a voi.', { from: seller.email, to: replyToIn(mail) })).toBe('posted')
  expect(await list(buyer)).toMatchObject({ threads: [{ order: order.id, last: { text: 'Grazie a voi.' } }] })
})

test('a digest says to answer on the site', async () => {
  const { aQuestion, call, write, pass, services, lastMail } = await aPiazzaWithReplies()
  const { buyer, seller, thread } = await aQuestion()
  await call('PUT', '/api/notices/preferences', { token: buyer.token, body: { message: 'daily' } })
  await write(seller, thread, 'Sì.')
  pass(24 * 60)
  await services.notices.sendDigests()
  expect((await lastMail(buyer))?.text).toContain('Rispondi dal sito')
})
