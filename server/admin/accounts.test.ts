import { expect, onTestFinished, test, vi } from 'vitest'
import type { AdminContext } from '#server/admin/context.ts'
import { makeAdmin } from '#server/admin/make-admin.ts'
import { resetPassword } from '#server/admin/reset-password.ts'
import { makeCommandLineAdministration } from '#server/admin/services.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readSettings } from '#server/settings.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

const aContext = async () => {
  const piazza = await anOwnPiazza()
  const printed: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => printed.push(String(line)) > 0)
  onTestFinished(() => spy.mockRestore())
  const noChain = (): never => {
    throw new Error('account commands do not need the chain')
  }
  const settings = readSettings({})
  const context: AdminContext = {
    settings,
    db: async () => piazza.db,
    evenMovedDb: async () => piazza.db,
    newDb: async () => piazza.db,
    administration: async () => makeCommandLineAdministration({ db: piazza.db, settings, now: () => new Date() }),
    hasArrived: noChain,
    wallets: noChain,
    close: async () => undefined,
  }
  return { piazza, context, printed }
}

test('make-admin applies from the next call on and is recorded in the audit log', async () => {
  const { piazza, context, printed } = await aContext()
  const member = await piazza.aMember()
  const look = async () => (await piazza.call('GET', '/api/users', { token: member.token })).status
  expect(await look()).toBe(403)
  await makeAdmin.run([member.email.toUpperCase()], context)
  expect(await look()).toBe(200)
  expect(printed.join('')).toContain('ora amministra Piazza')
  expect(await piazza.db.query(sql`select actor, subject from audit where action = 'member.make-admin'`)).toEqual([
    { actor: null, subject: member.id },
  ])
  await expect(makeAdmin.run(['nessuno@esempio.test'], context)).rejects.toThrow('non esiste')
  await expect(makeAdmin.run([], context)).rejects.toThrow('Scrivi l’indirizzo')
})

test('reset-password generates a password, prints it once and ends the member’s sessions', async () => {
  const { piazza, context, printed } = await aContext()
  const member = await piazza.aMember({ password: 'dimenticata' })
  await resetPassword.run([member.email], context)
  const password = /è: (\S+)/.exec(printed.join(''))?.[1] ?? ''
  expect((await piazza.call('GET', '/api/orders/mine', { token: member.token })).status).toBe(401)
  const signIn = await piazza.call('POST', '/api/users/signin', { body: { email: member.email, password } })
  expect(signIn.status).toBe(200)
})
