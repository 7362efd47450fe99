import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createPublicClient, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#test/program.ts'
import { deployToken } from './deploy.ts'
import { findFoundry } from './foundry.ts'

// What `npm run token -- deploy` runs.
const SCRIPT = join(import.meta.dirname, '..', 'scripts', 'token.mjs')
const VAL = parseAbi([
  'function Owner() view returns (address)',
  'function totalSupply() view returns (uint256)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
])

let chain: ChildProcess
let rpcUrl: string
const key = generatePrivateKey()

const rpc = async (method: string, params: unknown[] = []) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await answer.json()) as { result: unknown }).result
}

beforeAll(async () => {
  const port = await freePort()
  rpcUrl = `http://127.0.0.1:${port}`
  chain = spawn(findFoundry('anvil'), ['--port', String(port), '--chain-id', '5', '--silent'], { stdio: 'ignore' })
  await vi.waitFor(() => rpc('eth_chainId'), { timeout: 50_000 })
  await rpc('anvil_setBalance', [privateKeyToAccount(key).address, '0xde0b6b3a7640000'])
})

afterAll(() => {
  chain?.kill()
})

const read = (address: `0x${string}`, functionName: 'Owner' | 'totalSupply' | 'name' | 'symbol') =>
  createPublicClient({ transport: http(rpcUrl) }).readContract({ address, abi: VAL, functionName })

const runScript = (env: Record<string, string>) =>
  spawnSync(process.execPath, [SCRIPT, 'deploy'], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })

test('the script deploys the usual token and prints its address as a setting', async () => {
  const { stdout, status } = runScript({ CHAIN_RPC_URL: rpcUrl, TREASURY_KEY: key })
  expect(status).toBe(0)
  const address = stdout.match(/^TOKEN_ADDRESS=(0x[0-9a-fA-F]{40})$/m)?.[1] as `0x${string}`
  expect(await read(address, 'Owner')).toBe(privateKeyToAccount(key).address)
  expect(await read(address, 'totalSupply')).toBe(800_000_000n)
  expect(await read(address, 'name')).toBe('the token')
  expect(await read(address, 'symbol')).toBe('VAL')
  expect(stdout).not.toContain(key)
})

test('name and supply can be chosen', async () => {
  const { address } = await deployToken({ rpcUrl, chainId: 5, key, name: 'Valore', supply: 5_000_000_000n })
  expect(await read(address, 'name')).toBe('Valore')
  expect(await read(address, 'totalSupply')).toBe(5_000_000_000n)
})

test('nothing is deployed when the node is on another network', async () => {
  const transactions = () => rpc('eth_getTransactionCount', [privateKeyToAccount(key).address, 'pending'])
  const before = await transactions()
  const { stderr, status } = runScript({ CHAIN_RPC_URL: rpcUrl, CHAIN_ID: '1', TREASURY_KEY: key })
  expect(status).toBe(1)
  expect(stderr).toBe('Il nodo risponde dalla rete 5, ma CHAIN_ID è 1.\n')
  expect(await transactions()).toBe(before)
})

test('missing settings are named', () => {
  const { stderr, status } = runScript({ CHAIN_RPC_URL: rpcUrl })
  expect(status).toBe(1)
  expect(stderr).toBe('Servono CHAIN_RPC_URL e TREASURY_KEY.\n')
})

test('a malformed key is not printed', () => {
  const { stderr, status } = runScript({ CHAIN_RPC_URL: rpcUrl, CHAIN_ID: '5', TREASURY_KEY: 'segreto' })
  expect(status).toBe(1)
  expect(stderr).not.toContain('segreto')
})
