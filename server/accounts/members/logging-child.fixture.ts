import { tmpdir } from 'node:os'
import { privateKeyToAccount } from 'viem/accounts'
import { buildApp } from '#server/app.ts'
import { diskStorage } from '#server/market/uploads/disk.ts'
import { connect } from '#server/platform/db/pool.ts'
import { readSettings } from '#server/settings.ts'
import { httpTransport, makeChain } from '#server/val/chain/client.ts'
import { firstContractOf } from '#server/val/chain/token.ts'

// A server process that logs everything to standard output, for a test that reads the log. Its chain is unreachable.
const [address = '{}'] = process.argv.slice(2)
const secret = 'a secret that only this test knows'
const treasury = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const app = await buildApp({
  db: connect(JSON.parse(address), { connections: 2 }),
  settings: readSettings({ NODE_ENV: 'test' }),
  authSecret: secret,
  walletSecret: secret,
  chain: makeChain({
    transport: httpTransport('http://127.0.0.1:1'),
    chainId: 5,
    token: firstContractOf(treasury.address),
    treasury,
    gas: 'free',
    depth: 0,
  }),
  storage: await diskStorage(tmpdir()),
  uploadsFolder: tmpdir(),
  clock: () => new Date(),
  logLevel: 'trace',
  pages: 'none',
  schedule: { scheduled: [], atStart: [] },
})
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
process.on('SIGTERM', () => app.close().then(() => process.exit(0)))
