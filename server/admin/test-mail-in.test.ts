import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AdminContext } from '#server/admin/context.ts'
import { testMailIn } from '#server/admin/test-mail-in.ts'
import { readSettings } from '#server/settings.ts'
import { makeMailReceiver, probeMailIn } from '#server/talk/inbound/receiver.ts'
import { makeReceive } from '#server/talk/inbound/receiving.ts'
import { makeInboundStore } from '#server/talk/inbound/store.ts'
import { aDatabase } from '#test/database.ts'
import { aMailServer } from '#test/mail-server.ts'

const aContext = async (toRecipient?: () => { code: number; message: string }) => {
  const db = await aDatabase()
  const store = makeInboundStore(db)
  const folder = await mkdtemp(join(tmpdir(), 'piazza-test-mail-in-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'mail.sock')
  const receive = makeReceive({ store, now: () => new Date() })
  const receiver = makeMailReceiver({ url: `lmtp://${path}`, inbound: { receive }, report: () => undefined })
  // Passes mails on as the mail server of the machine does.
  const mails = await aMailServer({
    ...(toRecipient && { toRecipient }),
    async afterData({ to, raw }) {
      const socket = createTransport({ connection: createConnection(path), lmtp: true })
      await socket.sendMail({ envelope: { from: 'piazza@piazza.example', to: [to] }, raw })
      return undefined
    },
  })
  const printed: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => printed.push(String(line)) > 0)
  onTestFinished(() => spy.mockRestore())
  const env = { SMTP_URL: mails.url, MAIL_IN_URL: `lmtp://${path}`, MAIL_IN_ADDRESS: 'risposte@piazza.example' }
  const context = { settings: readSettings(env), hasArrived: async () => store.hasArrived } as Partial<AdminContext>
  const open = async () => {
    receiver.start()
    onTestFinished(receiver.stop)
    await vi.waitFor(() => probeMailIn(`lmtp://${path}`))
  }
  return { run: () => testMailIn.run([], context as AdminContext), open, printed, arrived: mails.arrived }
}

test('test-mail-in sends a mail to an address of its own, and says that it has arrived', async () => {
  const { run, open, printed, arrived } = await aContext()
  await expect(run()).rejects.toThrow('La posta in arrivo non funziona (lmtp://…)')
  await open()
  await run()
  await run()
  const recipients = arrived.map(({ to }) => to)
  expect(recipients[0]).toMatch(/^risposte\+prova-[0-9a-f]{16}@piazza\.example$/)
  expect(new Set(recipients).size).toBe(2)
  for (const recipient of recipients) expect(printed.join('')).toContain(`Un’e-mail per ${recipient} è arrivata`)
})

test('test-mail-in says what the mail server answers', async () => {
  const { run, open } = await aContext(() => ({ code: 550, message: 'no such user' }))
  await open()
  await expect(run()).rejects.toThrow(/non prende risposte\+prova-.*550 no such user/)
})
