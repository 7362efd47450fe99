// @module-tag slow
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aMailServer } from '#test/mail-server.ts'
import { runProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')

const testMail = (smtpUrl: string, ...args: string[]) =>
  runProgram([ADMIN, 'test-mail', ...args], { NODE_ENV: 'test', DATA_DIR: '/nowhere', SMTP_URL: smtpUrl })

test('test-mail sends a mail, encrypted also to a relay on this machine with a self-signed certificate', async () => {
  const server = await aMailServer({ hasTls: true })
  const { code, out } = await testMail(server.url, 'maria@esempio.test')
  expect(code).toBe(0)
  expect(out).toContain('l’ha presa per maria@esempio.test')
  expect(server.arrived).toEqual([expect.objectContaining({ to: 'maria@esempio.test', isEncrypted: true })])
})

test('test-mail says what the mail server answers, and what is missing', async () => {
  const server = await aMailServer({ toRecipient: () => ({ code: 550, message: 'no such user' }) })
  const refused = await testMail(server.url, 'maria@esempio.test')
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/non l’ha presa: .*550 no such user\n$/) })
  expect(await testMail('', 'maria@esempio.test')).toMatchObject({ code: 1, err: expect.stringContaining('SMTP_URL') })
  expect(await testMail(server.url, 'maria')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Uso: npm run admin'),
  })
  const { err } = await testMail('smtp://piazza:segreto@127.0.0.1:1', 'maria@esempio.test')
  expect(err).toContain('127.0.0.1:1')
  expect(err).not.toContain('segreto')
})
