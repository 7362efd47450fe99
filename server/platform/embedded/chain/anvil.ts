import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

// anvil always opens a TCP port. In its own network namespace that port is unreachable; the server uses a Unix socket in a
// private folder. setpriv kills anvil when the server ends. Without namespaces the port is bound to loopback.
const ISOLATED = ['unshare', '--user', '--map-root-user', '--net', '--', 'setpriv', '--pdeathsig', 'KILL', '--']
const ANY_ADDRESS = ['--host', '0.0.0.0']
const THIS_MACHINE = ['--host', '127.0.0.1']

// Older transactions are stored in the database.
const BLOCKS_IN_MEMORY = '1000'
// So high that no block is ever half full: otherwise the base fee would rise from zero and every transaction would fail.
const GAS_LIMIT = String(10 ** 12)
// Earlier than any transaction, because replayed blocks keep their original times.
const GENESIS = '1577836800'
const OPTIONS = [
  ...['--no-mining', '--order', 'fifo', '--accounts', '0', '--disable-default-create2-deployer'],
  ...['--block-base-fee-per-gas', '0', '--gas-price', '0', '--disable-min-priority-fee', '--gas-limit', GAS_LIMIT],
  ...['--prune-history', '32', '--transaction-block-keeper', BLOCKS_IN_MEMORY],
  ...['--port', '0', '--no-cors', '--quiet'],
]

const [isolate = '', ...isolation] = ISOLATED
export const canIsolate = (): boolean => spawnSync(isolate, [...isolation, 'true'], { stdio: 'ignore' }).status === 0

type Launch = {
  program: string
  folder: string
  socket: string
  chainId: number
  state: string | undefined
  isolated: boolean
}

/** Starts anvil in a folder; its socket appears there once it listens. */
export const launchAnvil = ({ program, folder, socket, chainId, state, isolated }: Launch): ChildProcess => {
  const beginning = state ? ['--load-state', state] : ['--timestamp', GENESIS]
  const own = ['--ipc', socket, '--chain-id', String(chainId), ...beginning]
  const [command = '', ...args] = [
    ...(isolated ? ISOLATED : []),
    program,
    ...(isolated ? ANY_ADDRESS : THIS_MACHINE),
    ...OPTIONS,
    ...own,
  ]
  // In its own session, so that Ctrl-C does not reach it.
  return spawn(command, args, { cwd: folder, stdio: 'ignore', detached: true })
}

const anvilsIn = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isAnvilIn(pid, folder))

/** Whether the anvil that runs in a folder has a network of its own; undefined if none runs, or another user's. */
export const isRunningIsolated = (folder: string): boolean | undefined => {
  const [pid] = anvilsIn(folder)
  if (pid === undefined) return undefined
  return readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')
}

/** Kills anvil processes left in a folder by a killed server. The caller must hold the lock on the folder. */
export const killOrphans = async (folder: string): Promise<void> => {
  for (let orphans = anvilsIn(folder); orphans.length > 0; orphans = anvilsIn(folder)) {
    for (const pid of orphans) kill(pid)
    await sleep(10)
  }
}

const isAnvilIn = (pid: number, folder: string): boolean => {
  try {
    // A zombie has no working directory.
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'anvil' && readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
