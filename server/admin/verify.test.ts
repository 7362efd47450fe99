// @module-tag slow
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aFolder } from '#test/chain.ts'
import { addressOf } from '#test/database.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { runProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')

test('a copy without the pictures that are in use is not good', async () => {
  const { db, aMember, aListing, aPicture } = await anOwnPiazza()
  const by = await aMember()
  const { id: listing } = await aListing({ by })
  const { id: picture } = await aPicture(by)
  await db.execute(sql`update upload set listing_id = ${listing} where id = ${picture}`)
  const [dataDir, file] = [await aFolder(), join(await aFolder(), 'piazza.tar.gz')]
  const runAs = process.getuid?.() === 0 ? { RUN_AS: 'root' } : {}
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, ...runAs, ...databaseEnvironment(addressOf(db).database) }
  expect((await runProgram([ADMIN, 'backup', file], env)).code).toBe(0)
  expect(await runProgram([ADMIN, 'backup', '--verify', file], env)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Delle 1 immagini in uso nella copia ne mancano 1: /),
  })
}, 180_000)
