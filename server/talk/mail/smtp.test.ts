import { expect, test } from 'vitest'
import { smtpProbe } from '#server/talk/mail/smtp.ts'
import { anEndlessServer, type EndlessAnswer } from '#test/endless-server.ts'
import { aMailServer } from '#test/mail-server.ts'

test('the check of a mail server that works succeeds', async () => {
  const server = await aMailServer()
  await expect(smtpProbe(server.url)()).resolves.toBeUndefined()
})

test.each<EndlessAnswer>(['is silent', 'drips', 'floods'])(
  'the check of a mail server that %s ends, and so does its connection',
  async (how) => {
    const server = await anEndlessServer(how, { greeting: '220-', speaksFirst: true })
    await expect(smtpProbe(`smtp://127.0.0.1:${server.port}`, 1_000)()).rejects.toThrow()
    await server.allClosed()
  },
)
