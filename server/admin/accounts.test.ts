import { expect, onTestFinished, test, vi } from 'vitest'
import type { House } from '#server/admin/house.ts'
import { makeAdmin } from '#server/admin/make-admin.ts'
import { resetPassword } from '#server/admin/reset-password.ts'
import { readSettings } from '#server/settings.ts'
import { aPiazza } from '#test/fixtures.ts'

const aHouse = async () => {
  const piazza = await aPiazza()
  const said: string[] = []
  const listening = vi.spyOn(process.stdout, 'write').mockImplementation((line) => said.push(String(line)) > 0)
  onTestFinished(() => listening.mockRestore())
  const chainAway = (): never => {
    throw new Error('accounts are looked after without the chain')
  }
  const house: House = {
    settings: readSettings({}),
    db: async () => piazza.db,
    purse: chainAway,
    close: async () => undefined,
  }
  return { piazza, house, said }
}

test('make-admin lets a member administer, from the next call on, and is noted', async () => {
  const { piazza, house, said } = await aHouse()
  const member = await piazza.aMember()
  const look = async () => (await piazza.call('GET', '/api/users', { token: member.token })).status
  expect(await look()).toBe(403)
  await makeAdmin.run([member.email.toUpperCase()], house)
  expect(await look()).toBe(200)
  expect(said.join('')).toContain('ora amministra Piazza')
  expect(await piazza.db`select actor, subject from audit where action = 'member.make-admin'`).toEqual([
    { actor: null, subject: member.id },
  ])
  await expect(makeAdmin.run(['nessuno@esempio.test'], house)).rejects.toThrow('non esiste')
  await expect(makeAdmin.run([], house)).rejects.toThrow('Scrivi l’indirizzo')
})

test('reset-password makes one up, says it once, and ends the member’s sessions', async () => {
  const { piazza, house, said } = await aHouse()
  const member = await piazza.aMember({ password: 'dimenticata' })
  await resetPassword.run([member.email], house)
  const password = /è: (\S+)/.exec(said.join(''))?.[1] ?? ''
  expect((await piazza.call('GET', '/api/orders/mine', { token: member.token })).status).toBe(401)
  const signIn = await piazza.call('POST', '/api/users/signin', { body: { email: member.email, password } })
  expect(signIn.status).toBe(200)
})
