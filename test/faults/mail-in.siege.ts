import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeMailReceiver } from '#server/talk/inbound/receiver.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { aDovecot, aFolderForPostfix, aPostfix, DOVECOT, POSTFIX } from '#test/faults/mail-servers.ts'
import { aPiazzaWithReplies } from '#test/mail-in.ts'
import { aReply, part } from '#test/reply-shapes.ts'
import { size } from '#test/siege.ts'

const MAILS = size(40, 400)
const KILLS = size(4, 40)
const isMissing = !existsSync(POSTFIX) || !existsSync(DOVECOT) || process.getuid?.() !== 0
const WHY = 'needs root, postfix, dovecot-imapd and dovecot-lmtpd'

const startChild = (db: Database, url: string) => {
  const args = [join(import.meta.dirname, 'mail-in-child.fixture.ts'), JSON.stringify(addressOf(db)), url]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const mailOf = (number: number): Buffer =>
  aReply(part(`Messaggio ${number}`), { id: `${number}@posta.example`, to: 'risposte+prova@piazza.example' })
const sendTo = (url: string, raw: Buffer, to = 'risposte+prova@piazza.example') =>
  createTransport({ url }).sendMail({ envelope: { from: 'anna@posta.example', to: [to] }, raw })

/** How many different mails are stored, and how many rows. */
const stored = async (db: Database) => {
  const rows = await db.query<{ text: string }>(sql`select encode(content, 'escape') as text from inbound_mail`)
  return { rows: rows.length, different: new Set(rows.map(({ text }) => /Messaggio \d+/.exec(text)?.[0])).size }
}

/** Kills the receiver again and again while mails arrive. */
const receiveWithKills = async (db: Database, url: string, send: (number: number) => Promise<unknown>) => {
  let child = startChild(db, url)
  for (let kill = 0; kill < KILLS; kill++) {
    const share = Math.floor(MAILS / KILLS)
    for (let number = kill * share; number < (kill + 1) * share; number++) await send(number)
    const least = (await stored(db)).rows + 1
    await expect
      .poll(async () => (await stored(db)).rows, { timeout: 120_000, interval: 5 })
      .toBeGreaterThanOrEqual(Math.min(least, (kill + 1) * share))
    child.kill('SIGKILL')
    await once(child, 'exit')
    child = startChild(db, url)
  }
  const total = Math.floor(MAILS / KILLS) * KILLS
  await expect.poll(async () => (await stored(db)).different, { timeout: 300_000, interval: 200 }).toBe(total)
  expect((await stored(db)).rows).toBe(total)
}

test('what Postfix delivers over LMTP to a receiver that is killed again and again is stored once', async ({
  annotate,
  skip,
}) => {
  skip(isMissing, WHY)
  const db = await aDatabase()
  const path = join(await aFolderForPostfix(), 'mail.sock')
  const postfix = await aPostfix({ deliverTo: `unix:${path}` })
  await receiveWithKills(db, `lmtp://${path}`, (number) => sendTo(postfix.url, mailOf(number)))
  await annotate(`${MAILS} e-mail, ${KILLS} kill -9`)
})

test('what arrives in a Dovecot mailbox whose reader is killed again and again is stored once', async ({
  annotate,
  skip,
}) => {
  skip(isMissing, WHY)
  const db = await aDatabase()
  const dovecot = await aDovecot()
  const postfix = await aPostfix(dovecot)
  await receiveWithKills(db, dovecot.url, (number) => sendTo(postfix.url, mailOf(number)))
  await annotate(`${MAILS} e-mail, ${KILLS} kill -9`)
})

test('a reply travels through Postfix and Dovecot into the conversation, also after the mailbox was away', async ({
  annotate,
  skip,
}) => {
  skip(isMissing, WHY)
  const { aQuestion, services, texts, db, allRead } = await aPiazzaWithReplies({
    MAIL_IN_ADDRESS: 'risposte@piazza.example',
    MAIL_IN_URL: 'imaps://nobody:x@localhost',
  })
  const { buyer, to, from, thread } = await aQuestion()
  const dovecot = await aDovecot()
  const postfix = await aPostfix(dovecot)
  const receiver = makeMailReceiver({ url: dovecot.url, inbound: services.inbound, report: () => undefined })
  receiver.start()
  onTestFinished(receiver.stop)
  const count = async () => (await db.query(sql`select from inbound_mail`)).length
  await sendTo(postfix.url, aReply(part('Sì, è libera.'), { from, to, id: 'uno@posta.example' }), to)
  await expect.poll(count, { timeout: 120_000 }).toBe(1)
  await dovecot.restart()
  const began = performance.now()
  // A large attachment, which is read and dropped.
  const video = `Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: video/mp4\nContent-Disposition: attachment\n\n${`${'A'.repeat(76)}\n`.repeat(330_000)}--x\nContent-Type: text/plain\n\nEcco il video.\n--x--\n`
  await sendTo(postfix.url, aReply(video, { from, to, id: 'due@posta.example' }), to)
  await expect.poll(count, { timeout: 240_000 }).toBe(2)
  await allRead()
  const [, first, second = ''] = await texts(buyer, thread)
  expect(first).toBe('Sì, è libera.')
  expect(second).toContain('Ecco il video.')
  await annotate(`25 MB dopo il riavvio della casella in ${Math.round((performance.now() - began) / 1000)} s`)
})
