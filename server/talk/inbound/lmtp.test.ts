import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { makeMailReceiver, probeMailIn } from '#server/talk/inbound/receiver.ts'
import type { Receive } from '#server/talk/inbound/receiving.ts'
import { aPiazzaWithReplies } from '#test/mail-in.ts'
import { aReply, part } from '#test/reply-shapes.ts'

/** A socket on which mails come in, and a client that delivers to it as a mail server does. */
const aSocket = async (receive: Receive) => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-lmtp-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'mail.sock')
  const receiver = makeMailReceiver({ url: `lmtp://${path}`, inbound: { receive }, report: () => undefined })
  receiver.start()
  onTestFinished(receiver.stop)
  await vi.waitFor(() => probeMailIn(`lmtp://${path}`))
  const deliver = (raw: Buffer, { from = 'anna@posta.example', to }: { from?: string; to: string[] }) =>
    createTransport({ connection: createConnection(path), lmtp: true }).sendMail({ envelope: { from, to }, raw })
  return { deliver, stop: receiver.stop, url: `lmtp://${path}` }
}

test('a mail server delivers over LMTP; a reply becomes a message', async () => {
  const { aQuestion, texts, services, allRead } = await aPiazzaWithReplies()
  const { buyer, to, from, thread } = await aQuestion()
  const { deliver } = await aSocket(services.inbound.receive)
  // The address is in the envelope only, as for a blind copy.
  const raw = aReply(part('Sì, è libera.\n.\nUn punto da solo resta.'), { from, to: 'altri@posta.example' })
  expect(await deliver(raw, { from, to: [to] })).toMatchObject({ accepted: [to] })
  await allRead()
  expect(await texts(buyer, thread)).toContain('Sì, è libera.\n.\nUn punto da solo resta.')
})

test('a mail without sender is never answered, and one for several recipients is stored once', async () => {
  const { services, db, allRead } = await aPiazzaWithReplies()
  const { deliver } = await aSocket(services.inbound.receive)
  const wrong = ['0', '1'].map((digit) => `risposte+${digit.repeat(32)}@localhost`)
  await deliver(aReply(part('Ciao')), { from: '', to: wrong })
  expect(await db.query(sql`select from inbound_mail`)).toHaveLength(1)
  await allRead()
  expect(await db.query(sql`select from mail where recipient = 'anna@posta.example'`)).toEqual([])
})

test('what cannot be stored is refused for now, so that the mail server keeps it and delivers it again', async () => {
  const { deliver, stop, url } = await aSocket(async () => Promise.reject(new Error('the database is away')))
  const { rejectedErrors = [] } = await deliver(aReply(part('Ciao')), { to: ['risposte@localhost'] })
  expect(rejectedErrors).toMatchObject([{ responseCode: 451 }])
  await stop()
  await expect(probeMailIn(url)).rejects.toThrow()
})

test('a socket whose folder is missing at the start is opened once it is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-lmtp-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const url = `lmtp://${folder}/later/mail.sock`
  const report = vi.fn()
  const receiver = makeMailReceiver({ url, inbound: { receive: async () => undefined }, report })
  receiver.start()
  onTestFinished(receiver.stop)
  await vi.waitFor(() => expect(report).toHaveBeenCalled())
  await mkdir(join(folder, 'later'))
  await vi.waitFor(() => probeMailIn(url), 30_000)
})
