// Compiles the contract into artifact.json: `npm run token -- compile`. The artifact is committed, so that running Piazza needs
// no compiler; `source` is a hash of the sources and settings, with which a test detects a stale artifact.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'

const CONTRACTS = join(import.meta.dirname, 'contracts')
export const ARTIFACT = join(import.meta.dirname, 'artifact.json')

// The settings of foundry.toml, so that what is tested is what is deployed.
const SETTINGS = {
  evmVersion: 'shanghai',
  optimizer: { enabled: true, runs: 10_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}

export type Artifact = { compiler: string; source: string; abi: unknown[]; bytecode: `0x${string}` }

type Compiled = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>
}

const readSources = (): [string, string][] =>
  readdirSync(CONTRACTS)
    .sort()
    .map((file) => [`contracts/${file}`, readFileSync(join(CONTRACTS, file), 'utf8')])

export const sourceHash = (): string =>
  createHash('sha256')
    .update(JSON.stringify([solc.version(), SETTINGS, readSources()]))
    .digest('hex')

export const compile = (): Artifact => {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(readSources().map(([path, content]) => [path, { content }])),
    settings: { ...SETTINGS, outputSelection: { 'contracts/Val.sol': { Val: ['abi', 'evm.bytecode.object'] } } },
  }
  const output: Compiled = JSON.parse(solc.compile(JSON.stringify(input)))
  const problems = output.errors ?? []
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))
  const val = output.contracts['contracts/Val.sol']?.Val
  if (!val) throw new Error('solc returned no contract Val')
  return { compiler: solc.version(), source: sourceHash(), abi: val.abi, bytecode: `0x${val.evm.bytecode.object}` }
}

if (import.meta.main) writeFileSync(ARTIFACT, `${JSON.stringify(compile(), null, 2)}\n`)
