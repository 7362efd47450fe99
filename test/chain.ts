import { privateKeyToAccount } from 'viem/accounts'
import { type Chain, ipcTransport, makeChain } from '#server/chain/client.ts'
import { firstContractOf } from '#server/chain/token.ts'

const treasury = privateKeyToAccount(`0x${'07'.repeat(32)}`)

/** A chain that never answers, as for tests that are about something else. */
export const absentChain = (): Chain =>
  makeChain({
    transport: ipcTransport({
      request: async () => {
        throw new Error('nobody is there')
      },
      close: () => undefined,
    }),
    chainId: 5,
    token: firstContractOf(treasury.address),
    treasury,
    gas: 'free',
    depth: 0,
  })
