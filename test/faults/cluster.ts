import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { connect } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readPidFile, send } from '#server/platform/embedded/postgres/crash-cleanup.ts'
import { freePort } from '#test/program.ts'

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy', 'cluster')
const PATRONI = '/usr/bin/patroni'
const PATRONICTL = '/usr/bin/patronictl'
const ETCD = '/usr/bin/etcd'
const HAPROXY = '/usr/sbin/haproxy'
export const hasClusterPrograms = [PATRONI, ETCD, HAPROXY].every((file) => existsSync(file))
export const CLUSTER_PACKAGES =
  'apt-get install --no-install-recommends patroni etcd-server haproxy nginx-light postgresql-15'

const NAMES = ['one', 'two', 'three']
const START_MS = 120_000
// PostgreSQL refuses to run as root.
const NOBODY = 65_534
const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const aFolder = async (path: string): Promise<string> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (identity.uid) await chown(path, NOBODY, NOBODY)
  return path
}

/** A program without privileges that can be killed and started again; killed when the test ends. */
const aDaemon = (folder: string, command: string, args: string[], env: Record<string, string | undefined>) => {
  let child: ChildProcess | undefined
  const start = () => {
    const output = createWriteStream(join(folder, 'log'), { flags: 'a' })
    child = spawn(command, args, {
      ...identity,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.pipe(output)
    child.stderr?.pipe(output)
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  return { start, kill }
}

const shipped = async (name: string) => parseEnv(await readFile(join(DEPLOY, name), 'utf8'))

const startEtcd = async (root: string, count: number) => {
  const env = await shipped('etcd.env')
  const members = await Promise.all(
    NAMES.slice(0, count).map(async (name) => ({ name, client: await freePort(), peer: await freePort() })),
  )
  const url = (port: number) => `http://127.0.0.1:${port}`
  const daemons = await Promise.all(
    members.map(async ({ name, client, peer }) => {
      const folder = await aFolder(join(root, `etcd-${name}`))
      return aDaemon(folder, ETCD, [], {
        ...env,
        // Debian's build for ARM asks for it.
        ETCD_UNSUPPORTED_ARCH: 'arm64',
        ETCD_NAME: name,
        ETCD_DATA_DIR: join(folder, 'data'),
        ETCD_LISTEN_CLIENT_URLS: url(client),
        ETCD_ADVERTISE_CLIENT_URLS: url(client),
        ETCD_LISTEN_PEER_URLS: url(peer),
        ETCD_INITIAL_ADVERTISE_PEER_URLS: url(peer),
        ETCD_INITIAL_CLUSTER: members.map((member) => `${member.name}=${url(member.peer)}`).join(','),
      })
    }),
  )
  for (const { start } of daemons) start()
  const isHealthy = ({ client }: { client: number }) =>
    fetch(`${url(client)}/health`)
      .then((answer) => answer.json())
      .then(
        ({ health }) => health === 'true',
        () => false,
      )
  for (const member of members) await expect.poll(() => isHealthy(member), { timeout: START_MS }).toBe(true)
  return { hosts: members.map(({ client }) => `127.0.0.1:${client}`), daemons }
}

type ClusterState = { members?: { name: string; role: string; state: string }[] }

/** A database server with Patroni beside it, as on a machine of its own. */
const aNode = async (root: string, name: string) => {
  const folder = await aFolder(join(root, `node-${name}`))
  const [port, api] = [await freePort(), await freePort()]
  const env = await shipped('patroni.env')
  const data = join(folder, 'data')
  const patroni = aDaemon(folder, PATRONI, [join(root, 'patroni.yml')], {
    ...env,
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
  })
  const killPostgres = () => {
    const pid = readPidFile(data)?.pid
    if (pid !== undefined) send(pid, 'SIGKILL')
  }
  onTestFinished(async () => {
    await patroni.kill()
    killPostgres()
  })
  const answers = (path: string) =>
    fetch(`http://127.0.0.1:${api}${path}`).then(
      ({ status }) => status === 200,
      () => false,
    )
  return {
    name,
    port,
    api,
    start: patroni.start,
    isPrimary: () => answers('/primary'),
    isReplica: () => answers('/replica?lag=1MB'),
    members: (): Promise<ClusterState['members']> =>
      fetch(`http://127.0.0.1:${api}/cluster`)
        .then((answer) => answer.json() as Promise<ClusterState>)
        .then(
          ({ members }) => members,
          () => [],
        ),
    /** Patroni and PostgreSQL, at once. */
    async kill() {
      await patroni.kill()
      killPostgres()
    },
  }
}
type Node = Awaited<ReturnType<typeof aNode>>

const startHaproxy = async (root: string, nodes: Node[]) => {
  const port = await freePort()
  const folder = await aFolder(join(root, 'haproxy'))
  const file = join(folder, 'haproxy.cfg')
  const config = (await readFile(join(DEPLOY, 'haproxy.cfg'), 'utf8'))
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    .replace(/^ {2}server (?:.|\n)+/m, '')
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.api}`)
  await writeFile(file, `${config}${servers.join('\n')}\n`)
  await chmod(file, 0o644)
  const daemon = aDaemon(folder, HAPROXY, ['-db', '-f', file], {})
  daemon.start()
  return { ...daemon, port }
}

/** What docs/scaling.md says of patronictl, and of psql on a server of the cluster. */
const followGuide = async (config: string, node: Node) => {
  const run = promisify(execFile)
  const { PATRONI_RESTAPI_USERNAME, PATRONI_RESTAPI_PASSWORD } = await shipped('patroni.env')
  const passwords = { PATRONI_RESTAPI_USERNAME, PATRONI_RESTAPI_PASSWORD }
  const patronictl = (args: string[], env: Record<string, string | undefined> = {}) =>
    run(PATRONICTL, ['-c', config, ...args], { env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env } }).then(
      ({ stdout }) => stdout,
      (error) => String(error.stdout) + String(error.stderr),
    )
  expect(await patronictl(['list'])).toMatch(new RegExp(`${node.name}.+Leader.+running`))
  const reload = ['reload', 'piazza', node.name, '--force']
  expect(await patronictl(reload)).toContain('401')
  expect(await patronictl(reload, passwords)).toContain(`Reload request received for member ${node.name}`)
  const psql = ['-h', tmpdir(), '-p', String(node.port), '-U', 'postgres', '-Atc', 'select 1', 'postgres']
  await expect(run('/usr/bin/psql', psql)).rejects.toThrow('Peer authentication failed')
  if (identity.uid)
    expect((await run('/usr/sbin/runuser', ['-u', 'postgres', '--', 'psql', ...psql])).stdout).toBe('1\n')
}

/** etcd, Patroni with PostgreSQL 15, and HAProxy in front of it, with the shipped configuration. */
export const aCluster = async ({ nodes: count, etcd: etcdCount }: { nodes: number; etcd: number }) => {
  const root = await mkdtemp(join(tmpdir(), 'piazza-cluster-'))
  await chmod(root, 0o755)
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const patroni = await readFile(join(DEPLOY, 'patroni.yml'), 'utf8')
  const etcd = await startEtcd(root, etcdCount)
  const config = patroni.replace('/var/run/postgresql', tmpdir()).replace(/hosts: .+/, `hosts: ${etcd.hosts.join(',')}`)
  await writeFile(join(root, 'patroni.yml'), config)
  const nodes = await Promise.all(NAMES.slice(0, count).map((name) => aNode(root, name)))
  const findPrimary = async (): Promise<Node | undefined> => {
    const found = await Promise.all(nodes.map((node) => node.isPrimary()))
    return nodes[found.indexOf(true)]
  }
  const primary = async (): Promise<Node> => {
    const node = await findPrimary()
    if (!node) throw new Error('there is no primary')
    return node
  }
  const synchronousStandby = async (): Promise<Node> => {
    const members = await (await primary()).members()
    const standby = members?.find(({ role }) => role === 'sync_standby')
    const node = nodes.find(({ name }) => name === standby?.name)
    if (!node) throw new Error('there is no synchronous standby')
    return node
  }
  /** Until all nodes run and one of the replicas is synchronous. */
  const settle = async () => {
    const isWhole = async () => {
      const replicas = await Promise.all(nodes.map((node) => node.isReplica()))
      const members = await (await findPrimary())?.members()
      return replicas.filter(Boolean).length === count - 1 && members?.some(({ role }) => role === 'sync_standby')
    }
    await expect.poll(isWhole, { timeout: START_MS, interval: 250 }).toBe(true)
  }
  // The other nodes copy the data of the first.
  nodes[0]?.start()
  await expect.poll(async () => (await findPrimary())?.name, { timeout: START_MS, interval: 250 }).toBe('one')
  for (const node of nodes.slice(1)) node.start()
  const haproxy = await startHaproxy(root, nodes)
  await settle()
  const changed = await fetch(`http://127.0.0.1:${nodes[0]?.api}/reload`, { method: 'POST' })
  // Without the password of the shipped configuration.
  expect(changed.status).toBe(401)
  await followGuide(join(root, 'patroni.yml'), await primary())
  const { PATRONI_SUPERUSER_PASSWORD: password = '' } = await shipped('patroni.env')
  const admin = connect(`postgres://postgres:${password}@127.0.0.1:${haproxy.port}/postgres`, { connections: 1 })
  await expect
    .poll(
      () =>
        admin.execute(sql`select 1`).then(
          () => true,
          () => false,
        ),
      { timeout: START_MS },
    )
    .toBe(true)
  await admin.execute(sql`create role piazza login password 'piazza'`)
  await admin.execute(sql`create database piazza owner piazza`)
  await admin.close()
  const urlOf = (at: number) => `postgres://piazza:piazza@127.0.0.1:${at}/piazza`
  return {
    nodes,
    etcd: etcd.daemons,
    haproxy,
    primary,
    synchronousStandby,
    settle,
    url: urlOf(haproxy.port),
    readUrls: nodes.map((node) => urlOf(node.port)),
  }
}
