import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'

// A Debian 12 of its own with systemd as its first process and loopback as its only network, with this checkout as /opt/piazza.

export const ROOT = join(import.meta.dirname, '..', '..')
const PACKAGES = 'systemd,systemd-sysv,dbus,ca-certificates,curl,procps,ufw,iptables,etcd-server,etcd-client,nodejs'
const BOOT_MS = 60_000

const isInstalled = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

/** Why no such machine can be started here; undefined where it can. */
export const obstacle = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'serve root'
  if (!isInstalled('systemd-nspawn')) return 'manca systemd-nspawn: apt-get install systemd-container'
  if (!process.env.DEBIAN_TREE && !isInstalled('debootstrap')) return 'manca debootstrap: apt-get install debootstrap'
  // A network namespace made by `ip netns exec` hides the control groups, which nspawn needs.
  if (!existsSync('/sys/fs/cgroup/unified') && !existsSync('/sys/fs/cgroup/cgroup.controllers'))
    return 'i gruppi di controllo non si vedono: fuori da «ip netns exec»'
  return undefined
}

/** The folder of a minimal Debian 12: DEBIAN_TREE, or a new one, which takes some minutes. */
export const debianTree = async (): Promise<{ tree: string; remove(): Promise<void> }> => {
  const given = process.env.DEBIAN_TREE
  if (given) return { tree: given, remove: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'piazza-debian-'))
  const tree = join(folder, 'bookworm')
  await promisify(execFile)('debootstrap', ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', tree], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return { tree, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The commands that stand in a page of docs/ after a text, one of each line that begins with #. */
export const guided = (page: string, after: string): string => {
  const [, rest] = readFileSync(join(ROOT, 'docs', page), 'utf8').split(after)
  const block = /```\n([\s\S]+?)```/.exec(rest ?? '')?.[1]
  if (!block) throw new Error(`docs/${page} has no commands after «${after}»`)
  const lines = block.split('\n').flatMap((line) => /^\s*# (.+?)(?: &&)?$/.exec(line)?.[1] ?? [])
  return ['cd /opt/piazza', ...lines].join(' && ')
}

export type Machine = {
  /** Runs a command as root inside; rejects if it fails. */
  run(command: string): Promise<string>
  /** As `run`, with the exit code instead of a rejection. */
  attempt(command: string): Promise<{ code: number; said: string }>
  stop(): Promise<void>
}

const childOf = (pid: number): number => Number(spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout)

/** Starts the machine; what is written in it is gone when it stops. `binds` are [here, there], not writable inside. */
export const startMachine = async (tree: string, binds: [string, string][]): Promise<Machine> => {
  const places = [[ROOT, '/opt/piazza'], ...binds].map(
    ([here = '', there]) => `--bind-ro=${realpathSync(here)}:${there}`,
  )
  const options = ['--quiet', '--register=no', '--keep-unit', '--volatile=overlay', '--private-network', '--boot']
  const nspawn = spawn('systemd-nspawn', [...options, '--console=pipe', `--directory=${tree}`, ...places], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  nspawn.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  const gone = once(nspawn, 'exit')
  let first = 0
  const attempt = async (command: string) => {
    const args = ['-t', String(first), '-a', '--', '/bin/sh', '-c', command]
    const { stdout, stderr, code } = await promisify(execFile)('nsenter', args, {
      env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin' },
    })
      .then((said) => ({ ...said, code: 0 }))
      .catch((error) => error)
    return { code: Number(code), said: `${stdout}${stderr}` }
  }
  const run = async (command: string) => {
    const { code, said } = await attempt(command)
    if (code !== 0) throw new Error(`${command}: ${code}\n${said}`)
    return said
  }
  const stop = async () => {
    if (nspawn.exitCode !== null) return
    await attempt('systemctl poweroff')
    const late = setTimeout(() => nspawn.kill('SIGKILL'), BOOT_MS)
    await gone
    clearTimeout(late)
  }
  await vi
    .waitFor(
      async () => {
        if (nspawn.exitCode !== null) throw new Error(errors)
        first = childOf(nspawn.pid ?? 0)
        if (readFileSync(`/proc/${first}/comm`, 'utf8').trim() !== 'systemd') throw new Error('not booted')
        await run('systemctl is-system-running --wait')
      },
      { timeout: BOOT_MS, interval: 200 },
    )
    .catch(async (error) => {
      nspawn.kill('SIGKILL')
      throw new Error(`the machine does not start: ${errors}${error}`)
    })
  return { run, attempt, stop }
}
