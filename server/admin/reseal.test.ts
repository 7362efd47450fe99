import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isServerRunning } from '#server/jobs/locks.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { addressOf } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'
import { runProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')

test('reseal is refused while a server runs, and works when it is closed', async () => {
  const { db, app } = await aPiazza()
  const [before, after] = ['the secret of before', 'the secret of after!'].map((text) => text.padEnd(32, '.'))
  const env = { NODE_ENV: 'test', OLD_WALLET_SECRET: before, WALLET_SECRET: after, DATA_DIR: '/nowhere' }
  const reseal = () => runProgram([ADMIN, 'reseal'], { ...env, ...databaseEnvironment(addressOf(db).database) })
  await expect.poll(() => isServerRunning(db)).toBe(true)
  expect(await reseal()).toMatchObject({ code: 1, err: expect.stringContaining('Piazza è aperta') })
  await app.close()
  expect(await reseal()).toMatchObject({ code: 0, out: expect.stringContaining('0 portafogli') })
})
