// @module-tag slow
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { isServerRunning } from '#server/platform/jobs/locks.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aFolder } from '#test/chain.ts'
import { addressOf } from '#test/database.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { runProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')

test('reseal is refused while a server runs, and works when it is closed', async () => {
  const { db, app, aMember } = await anOwnPiazza()
  const before = 'the secret of before'.padEnd(32, '.')
  const after = 'the secret of after!'.padEnd(32, '.')
  const { id } = await aMember()
  const { account, sealedKey } = makeKeys(before).make(id)
  await db.execute(sql`update member set account = ${account}, account_key = ${sealedKey} where id = ${id}`)
  const env = { NODE_ENV: 'test', OLD_WALLET_SECRET: before, WALLET_SECRET: after, DATA_DIR: await aFolder() }
  const reseal = () => runProgram([ADMIN, 'reseal'], { ...env, ...databaseEnvironment(addressOf(db).database) })
  await expect.poll(() => isServerRunning(db), { timeout: 20_000 }).toBe(true)
  expect(await reseal()).toMatchObject({ code: 1, err: expect.stringContaining('Piazza è aperta') })
  await app.close()
  expect(await reseal()).toMatchObject({ code: 0, out: expect.stringContaining('Un portafoglio è sotto') })
})
