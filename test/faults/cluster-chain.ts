import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { httpTransport, makeChain } from '#server/chain/client.ts'
import { firstContractOf } from '#server/chain/token.ts'
import { anEmptyNode } from '#test/faults/chain-node.ts'

// The first default account of anvil, which has ether there and nowhere else.
const TREASURY_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const CHAIN_ID = 77
const TIMEOUT_MS = 60_000

/** A chain node with the token deployed, on a machine that the whole cluster keeps busy; returns the settings of a server. */
export const aSharedChain = async () => {
  const { url } = await anEmptyNode({ chainId: CHAIN_ID })
  const treasury = privateKeyToAccount(TREASURY_KEY)
  const token = firstContractOf(treasury.address)
  const transport = () => httpTransport(url)(TIMEOUT_MS)
  const chain = makeChain({ transport, chainId: CHAIN_ID, token, treasury, gas: 'free', depth: 0 })
  const transaction = { kind: 'deploy', recipient: '', amount: 0 } as const
  const { raw } = await chain.sign(treasury, { nonce: 0, gas: 5_000_000n, gasPrice: 0n, transaction })
  await chain.broadcast(raw)
  await expect.poll(() => chain.supply().catch(() => 0), { timeout: TIMEOUT_MS }).toBeGreaterThan(0)
  return {
    CHAIN_RPC_URL: url,
    CHAIN_ID: String(CHAIN_ID),
    TOKEN_ADDRESS: token,
    TREASURY_KEY,
    CHAIN_GAS: 'free',
  }
}
