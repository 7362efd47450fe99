import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPiazza } from '#test/attacks/open-piazza.ts'

const ADMIN = { email: 'ada@esempio.test', password: 'una-password-lunga' }
const OLD = 'a first secret, long enough to be taken'
const NEW = 'a second secret, long enough to be taken'
const ADMIN_COMMAND = join(import.meta.dirname, '..', '..', 'server', 'admin.ts')

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-keeping-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

test('a copy of the data folder is a complete backup, and secrets can be changed without losing a wallet', async ({
  annotate,
}) => {
  const [first, second] = [await aFolder(), await aFolder()]
  const env = {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    DEMO: '0',
    AUTH_SECRET: OLD,
    WALLET_SECRET: OLD,
  }
  const before = await openPiazza(first, env)
  const session = await before.signIn(ADMIN)
  const { product } = (await before.ask('POST', '/api/products', session.token, {})).body as {
    product: { _id: string }
  }
  const secret = () => ({ password: ADMIN.password })
  await expect
    .poll(async () => (await before.ask('GET', '/api/wallet', session.token)).status, { timeout: 60_000 })
    .toBe(200)
  const revealed = await before.ask('POST', `/api/users/${session._id}/secret`, session.token, secret())
  expect(revealed.status).toBe(200)
  await before.close()

  // The backup: the folder, copied while the server is stopped.
  execFileSync('cp', ['-a', `${first}/.`, second])
  const resealing = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: second,
    OLD_WALLET_SECRET: OLD,
    WALLET_SECRET: NEW,
  }
  const said = execFileSync(process.execPath, [ADMIN_COMMAND, 'reseal'], { env: resealing, encoding: 'utf8' })
  expect(said).toMatch(/^Un portafoglio/)

  const after = await openPiazza(second, { ...env, AUTH_SECRET: NEW, WALLET_SECRET: NEW })
  expect((await after.ask('GET', '/api/orders/mine', session.token)).status).toBe(200)
  const again = await after.signIn(ADMIN)
  expect((await after.ask('GET', `/api/products/${product._id}`, again.token)).status).toBe(200)
  const opened = await after.ask('POST', `/api/users/${session._id}/secret`, again.token, secret())
  expect(opened.body).toEqual(revealed.body)
  await after.close()
  const withOldSecret = openPiazza(second, { ...env, AUTH_SECRET: NEW })
  await expect(withOldSecret).rejects.toThrow('Impostazione WALLET_SECRET sbagliata')
  const { WALLET_SECRET: _, ...withoutSecret } = env
  await expect(openPiazza(second, withoutSecret)).rejects.toThrow('Impostazione WALLET_SECRET mancante')
  await annotate(
    'copia, ripristino, AUTH_SECRET e WALLET_SECRET cambiati: stessi dati, stesso portafoglio, stesse sessioni',
  )
})
