import { expect, test } from 'vitest'
import { identityKey } from '#domain/accounts/members.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isAddressFailure, messageIdOf, readBounce, statusIn } from '#server/talk/mail/bounces.ts'
import { makeNewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'
import { makeReturned } from '#server/talk/newsletter/returned.ts'
import { aReport } from '#test/delivery-report.ts'
import { aMailbox } from '#test/mailbox-delivery.ts'

const DOMAIN = 'piazza.example'

const SENT = { id: 12, createdAt: new Date('2026-11-16T09:00:00.123Z') }
const OURS = messageIdOf(SENT, DOMAIN)

/** A report with parts nested to this depth. */
const nestedReport = (depth: number): string =>
  Array.from({ length: depth }, (_, n) => `Content-Type: multipart/report; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('')

test('a report of a failure names the mail, the code and the reason', async () => {
  const expected = {
    ...SENT,
    status: '5.1.1',
    reason: expect.stringMatching(/Recipient address rejected: User unknown$/),
  }
  expect(await readBounce(aReport({ messageId: OURS }), DOMAIN)).toEqual(expected)
  expect(await readBounce(aReport({ messageId: OURS, type: 'text/rfc822-headers' }), DOMAIN)).toEqual(expected)
  expect(await readBounce(aReport({ messageId: OURS }).replaceAll('\r\n', '\n'), DOMAIN)).toEqual(expected)
})

test('delays, successes, other mails and broken messages are no failures', async () => {
  const others = [
    aReport({ messageId: OURS, action: 'delayed', status: '4.4.1' }),
    aReport({ messageId: OURS, action: 'delivered', status: '2.0.0' }),
    aReport({ messageId: '<12.1@altrove.example>' }),
    aReport({ messageId: '<abc@piazza.example>' }),
    aReport({ messageId: OURS }).replace('multipart/report', 'multipart/mixed'),
    aReport({ messageId: OURS }).replace('boundary=', 'border='),
    aReport({ messageId: OURS }).slice(0, 700),
    'Subject: Sono in vacanza\r\n\r\nTorno lunedì.',
    '',
    '\u0000'.repeat(1000),
    nestedReport(1000),
    `Content-Type: multipart/report; boundary="${'x'.repeat(100_000)}`,
  ]
  for (const message of others) expect(await readBounce(message, DOMAIN)).toBeUndefined()
})

test('codes about the address are told from those about the text or a full mailbox', () => {
  for (const reply of ['550 5.1.1 no such user', '550 No such user here', '553 bad mailbox', '550-5.2.1 disabled'])
    expect(isAddressFailure(statusIn(reply)), reply).toBe(true)
  for (const reply of [
    '552 5.2.2 full',
    '554 5.7.1 spam',
    '501 5.1.7 bad sender',
    '550 5.1.8 sender domain',
    '550 5.7.26 no SPF',
    '451 4.3.0 later',
    '250 ok',
    '',
  ])
    expect(isAddressFailure(statusIn(reply)), reply).toBe(false)
})

test('a mail that comes back marks its own recipient, once, and only if it is really one of ours', async () => {
  const { db, mail, enqueue, now } = await aMailbox()
  const { note } = makeReturned({ store: makeNewslettersStore(db), mail, domain: DOMAIN })
  await enqueue('rosa@esempio.test')
  await db.execute(sql`update mail set sent_at = now()`)
  const forged = messageIdOf({ id: 1, createdAt: new Date(now().getTime() + 1) }, DOMAIN)
  expect(await note(aReport({ messageId: forged }))).toBe(false)
  expect(await mail.failureOf('rosa@esempio.test')).toBeNull()
  const returned = aReport({ messageId: messageIdOf({ id: 1, createdAt: now() }, DOMAIN) })
  expect(await note(returned)).toBe(true)
  expect(await note(returned)).toBe(true)
  expect(await mail.failureOf('Rosa@Esempio.test')).toMatchObject({ reason: expect.stringContaining('User unknown') })
  const isFailed = await mail.failedAmong(db, ['rosa@esempio.test', 'altrove@esempio.test'])
  expect(['rosa@esempio.test', 'altrove@esempio.test'].map(isFailed)).toEqual([true, false])
  expect(await db.query(sql`select address_key as key from mail_failure`)).toEqual([
    { key: identityKey('rosa@esempio.test') },
  ])
})
