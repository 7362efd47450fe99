import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { makeCursorStore } from '#server/val/wallet/cursor-store.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { absentChain, aFolder } from '#test/chain.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { runProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')
const OTHER_TOKEN = `0x${'11'.repeat(20)}`

test.each([
  ['another token', { TOKEN_ADDRESS: OTHER_TOKEN }, 'TOKEN_ADDRESS sbagliata'],
  ['another chain', { TOKEN_ADDRESS: absentChain().token, CHAIN_ID: '1' }, 'CHAIN_ID sbagliata'],
])('mint with the settings of %s stops before anything is signed', async (_what, settings, refusal) => {
  const db = await aDatabase()
  const { id, token } = absentChain()
  await makeCursorStore(db).pair({ chainId: id, token, block: 0 })
  const node = {
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    CHAIN_ID: String(id),
    TREASURY_KEY: `0x${'22'.repeat(32)}`,
    ...settings,
  }
  const WALLET_SECRET = 'the secret of the wallets'.padEnd(32, '.')
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: await aFolder(),
    WALLET_SECRET,
    ...databaseEnvironment(addressOf(db).database),
  }
  const { code, err } = await runProgram([ADMIN, 'mint', '5'], { ...env, ...node })
  expect(code).toBe(1)
  expect(err).toMatch(new RegExp(`^Impostazione ${refusal}[^\\n]+\\n$`))
  expect(await db.query(sql`select id from chain_transaction`)).toEqual([])
})
