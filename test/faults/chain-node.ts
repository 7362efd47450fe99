import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished } from 'vitest'
import { httpTransport, makeChain } from '#server/val/chain/client.ts'
import { firstContractOf } from '#server/val/chain/token.ts'
import { freePort } from '#test/program.ts'
import { findFoundry } from '../../token/foundry.ts'

// The first default account of anvil, which has ether there and nowhere else.
export const TREASURY_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const CHAIN_ID = 77
// To start and to answer, on a busy machine.
const TIMEOUT_MS = 60_000
const WITHOUT_FEES = ['--block-base-fee-per-gas', '0', '--gas-price', '0', '--disable-min-priority-fee']

/** An empty external node; stopped when the test ends. */
export const anEmptyNode = async ({ chainId = CHAIN_ID, hasFees = false } = {}) => {
  const port = await freePort()
  const args = ['--port', String(port), '--chain-id', String(chainId), '--quiet', ...(hasFees ? [] : WITHOUT_FEES)]
  const node = spawn(findFoundry('anvil'), args, { stdio: 'ignore' })
  onTestFinished(async () => {
    const gone = once(node, 'exit')
    node.kill('SIGKILL')
    await gone
  })
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => fetch(url).then(Boolean, () => false), { timeout: TIMEOUT_MS }).toBe(true)
  return { port, url }
}

/** An external node without fees and with the token deployed; stopped when the test ends. */
export const aChainNode = async () => {
  const { port, url } = await anEmptyNode()
  const treasury = privateKeyToAccount(TREASURY_KEY)
  const token = firstContractOf(treasury.address)
  const transport = () => httpTransport(url)(TIMEOUT_MS)
  const chain = makeChain({ transport, chainId: CHAIN_ID, token, treasury, gas: 'free', depth: 0 })
  const transaction = { kind: 'deploy', recipient: '', amount: 0 } as const
  const { raw } = await chain.sign(treasury, { nonce: 0, gas: 5_000_000n, gasPrice: 0n, transaction })
  await chain.broadcast(raw)
  await expect.poll(() => chain.supply().catch(() => 0), { timeout: TIMEOUT_MS }).toBeGreaterThan(0)
  const settings = { id: CHAIN_ID, node: { url, token, treasuryKey: TREASURY_KEY, gas: 'free' as const } }
  /** Settings for a server that reaches this node, directly or through the port of a proxy. */
  const environment = (through = port) => ({
    CHAIN_RPC_URL: `http://127.0.0.1:${through}`,
    CHAIN_ID: String(CHAIN_ID),
    TOKEN_ADDRESS: token,
    TREASURY_KEY,
    CHAIN_GAS: 'free',
  })
  return { port, settings, environment }
}
