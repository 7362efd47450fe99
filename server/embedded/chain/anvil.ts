import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// anvil cannot do without a TCP port. In a network of its own nobody reaches that port, and we talk through a socket in a
// closed folder; and it goes when we go. Where the kernel grants no such network, the port is on this machine alone.
const ALONE = ['unshare', '--user', '--map-root-user', '--net', '--', 'setpriv', '--pdeathsig', 'KILL', '--']
const ANY_ADDRESS = ['--host', '0.0.0.0']
const THIS_MACHINE = ['--host', '127.0.0.1']

// Transactions that are told to everyone anyway, in a table of ours, need not stay in memory for ever.
const KEPT_BLOCKS = '1000'
// So high that no block is ever half full: past that, the price of gas would leave zero and refuse every member.
const GAS_LIMIT = String(10 ** 12)
// Before anything that may have to be done again: blocks are made anew with their old times.
const GENESIS = '1577836800'
const OPTIONS = [
  ...['--no-mining', '--order', 'fifo', '--accounts', '0', '--disable-default-create2-deployer'],
  ...['--block-base-fee-per-gas', '0', '--gas-price', '0', '--disable-min-priority-fee', '--gas-limit', GAS_LIMIT],
  ...['--prune-history', '32', '--transaction-block-keeper', KEPT_BLOCKS],
  ...['--port', '0', '--no-cors', '--quiet'],
]

export const findAnvil = (): string => {
  const name = `@foundry-rs/anvil-linux-${process.arch === 'arm64' ? 'arm64' : 'amd64'}`
  try {
    // The platform's package is a dependency of @foundry-rs/anvil, so it is looked up from there.
    const own = createRequire(import.meta.url)
    const fromAnvil = createRequire(own.resolve('@foundry-rs/anvil/package.json'))
    return join(dirname(fromAnvil.resolve(`${name}/package.json`)), 'bin', 'anvil')
  } catch {
    throw new Error(`Manca la catena incorporata per questo sistema (${name}): installala o indica CHAIN_RPC_URL.`)
  }
}

const [isolate = '', ...isolation] = ALONE
export const canBeAlone = (): boolean => spawnSync(isolate, [...isolation, 'true'], { stdio: 'ignore' }).status === 0

type Launch = { folder: string; socket: string; chainId: number; state: string | undefined; alone: boolean }

/** Starts a chain in a folder, where its socket appears once it listens. */
export const launchAnvil = ({ folder, socket, chainId, state, alone }: Launch): ChildProcess => {
  const beginning = state ? ['--load-state', state] : ['--timestamp', GENESIS]
  const own = ['--ipc', socket, '--chain-id', String(chainId), ...beginning]
  const [command = '', ...args] = [
    ...(alone ? ALONE : []),
    findAnvil(),
    ...(alone ? ANY_ADDRESS : THIS_MACHINE),
    ...OPTIONS,
    ...own,
  ]
  // In a session of its own, so that Ctrl-C reaches us first.
  return spawn(command, args, { cwd: folder, stdio: 'ignore', detached: true })
}

/** Ends what a killed Piazza left running in a folder. Only for whoever owns the folder. */
export const endOrphans = async (folder: string): Promise<void> => {
  const find = () =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && isAnvilIn(pid, folder))
  for (let orphans = find(); orphans.length > 0; orphans = find()) {
    for (const pid of orphans) kill(pid)
    await sleep(10)
  }
}

const isAnvilIn = (pid: number, folder: string): boolean => {
  try {
    // A killed one that nobody has collected yet has no folder any more.
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'anvil' && readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone by itself.
  }
}
