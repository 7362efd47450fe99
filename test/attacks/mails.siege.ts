import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazzaWithReplies } from '#test/mail-in.ts'
import { aReply, many, part, REPLY_TO, SHAPES } from '#test/reply-shapes.ts'
import { size } from '#test/siege.ts'

const MAILS = size(1_000, 10_000)
const MAILS_TO_ONE = 20
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
  const other = await aQuestion()
  const questions: Awaited<ReturnType<typeof aQuestion>>[] = []
  for (let number = 0; number < MAILS; number++) {
    // An address ends once a mail shows it to others, as a damaged one may.
    if (number % MAILS_TO_ONE === 0) questions.push(await aQuestion())
    const { to, from } = questions.at(-1) as (typeof questions)[number]
    const raw = damaged(number, to, from)
    await services.inbound.receive(Readable.from([raw]), { recipients: number % 2 ? [to] : [], hasSender: true })
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
  expect(await texts(other.seller, other.thread)).toEqual(['È ancora libera?'])
  const parties = questions.map(({ thread, seller, buyer }) => ({ thread, members: [seller.id, buyer.id] }))
  const wrong = await db.query(sql`
    select from message m left join jsonb_to_recordset(${JSON.stringify(parties)}) as p (thread uuid, members jsonb)
      on p.thread = m.thread_id
    where m.thread_id <> ${other.thread} and (p.members is null or not p.members ? m.sender_id::text)`)
  expect(wrong).toEqual([])
  await annotate(`${MAILS} e-mail: ${states.map(({ state, n }) => `${state} ${n}`).join(', ')}`)
})
