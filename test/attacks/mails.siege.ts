import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazzaWithReplies } from '#test/mail-in.ts'
import { aReply, many, part, REPLY_TO, SHAPES } from '#test/reply-shapes.ts'
import { size } from '#test/siege.ts'

const MAILS = size(1_000, 10_000)
const FIELDS = [
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  'Content-Type: multipart/mixed; boundary="',
  'Content-Type: text/html; charset=utf-7',
  'Content-Type: text/plain; charset=x-unknown',
  'Content-Transfer-Encoding: uuencode',
  'Subject: =?utf-8?B?////?= =?x?Q?=00?=',
  'From: "\u0000" <@>',
  'From: a@a, b@b, c@c',
  'Return-Path: <',
  'Message-ID: <>',
  `Cc: ${'x@y,'.repeat(500)}`,
  'Date: Invalid',
]

/** Random numbers that are the same in every run. */
const makeRandom = (seed: string) => {
  let count = 0
  return (below: number): number =>
    createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() % Math.max(1, below)
}

/** A usual reply that is damaged in a few places. */
const damaged = (number: number, to: string, from: string): Buffer => {
  const random = makeRandom(String(number))
  const { content = '' } = SHAPES[random(SHAPES.length)] ?? {}
  const nested = random(10) === 0 ? many('mixed', many('related', content, part('dentro')), content) : content
  const header = Array.from({ length: random(3) }, () => `${FIELDS[random(FIELDS.length)]}\n`).join('')
  const raw = aReply(nested.replaceAll(REPLY_TO, to), { from, to, header, id: `${number}@posta.example` })
  for (let change = random(8); change > 0; change--) {
    const at = random(raw.length)
    const kind = random(4)
    if (kind === 0) raw[at] = random(256)
    else if (kind === 1) raw.fill(random(256), at, Math.min(raw.length, at + random(200)))
    else if (kind === 2) raw.copyWithin(at, random(raw.length), random(raw.length))
    else raw.write('\r\n\r\n', at)
  }
  return random(20) === 0 ? raw.subarray(0, random(raw.length)) : raw
}

test('damaged mails make nothing fail, and no message anywhere but in the conversation of their address', async ({
  annotate,
}) => {
  const { aQuestion, services, db, texts } = await aPiazzaWithReplies({ RATE_LIMITS: 'off' })
  const [one, other] = [await aQuestion(), await aQuestion()]
  const messages = async () =>
    (await db.query<{ n: number }>(sql`select count(*)::int as n from message where thread_id <> ${one.thread}`))[0]?.n
  const before = await messages()
  for (let number = 0; number < MAILS; number++) {
    const raw = damaged(number, one.to, one.from)
    await services.inbound.receive(Readable.from([raw]), { recipients: number % 2 ? [one.to] : [], hasSender: true })
  }
  await expect
    .poll(async () => (await db.query(sql`select from inbound_mail where state = 'new'`)).length, {
      timeout: 3_000_000,
      interval: 500,
    })
    .toBe(0)
  const states = await db.query<{ state: string; n: number }>(sql`
    select state, count(*)::int as n from inbound_mail group by state order by state`)
  expect(states.map(({ state }) => state)).not.toContain('new')
  expect(states.find(({ state }) => state === 'posted')?.n).toBeGreaterThan(MAILS / 10)
  expect(await messages()).toBe(before)
  expect(await texts(other.seller, other.thread)).toEqual(['È ancora libera?'])
  const [wrong] = await db.query<{ n: number }>(sql`
    select count(*)::int as n from message where thread_id = ${one.thread} and sender_id not in (${one.seller.id}, ${one.buyer.id})`)
  expect(wrong?.n).toBe(0)
  await annotate(`${MAILS} e-mail: ${states.map(({ state, n }) => `${state} ${n}`).join(', ')}`)
})
