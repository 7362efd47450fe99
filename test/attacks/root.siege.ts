import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, cp, link, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/fixtures.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { type Program, startProgram } from '#test/program.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NOBODY = 65534
const EMAIL = 'rosa@esempio.test'
const PASSWORD = 'una-password-lunga'

const isRoot = process.getuid?.() === 0
const nobodyReads = (path: string) =>
  spawnSync('test', ['-r', path], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0
// Where others cannot read the checkout, the server stays root: the second test.
const canLeave = isRoot && nobodyReads(join(ROOT, 'package.json')) && nobodyReads(process.execPath)

const aDataFolder = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'piazza-root-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(parent, 0o755)
  return join(parent, 'data')
}

const start = async (dataDir: string, { root = ROOT, ...env }: Record<string, string> = {}): Promise<Program> => {
  const server = await startProgram([join(root, 'server/main.ts')], {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    DEMO: '0',
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    ...env,
  })
  onTestFinished(() => server.end())
  return server
}

/** The users and groups of a process: real, effective, saved, of the file system. */
const identityOf = (pid: number): number[] => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const ids = [...status.matchAll(/^(?:Uid|Gid|Groups):(.*)$/gm)].flatMap(([, list = '']) => list.trim().split(/\s+/))
  return [...new Set(ids.map(Number))]
}

const ownersIn = async (folder: string): Promise<number[]> => {
  const paths = [folder, ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name))]
  // Files of a running database come and go.
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)))
  return [...new Set(found.flatMap((entry) => (entry ? [entry.uid] : [])))]
}

const admin = (dataDir: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'server/admin.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })

test.runIf(canLeave)(
  'a server started as root goes on as nobody, also after kill -9, and everything works',
  async () => {
    const dataDir = await aDataFolder()
    const first = await start(dataDir)
    expect(identityOf(first.pid)).toEqual([NOBODY])
    // Commands create nothing, so the token must have been deployed.
    await expect.poll(() => admin(dataDir, 'holders').status, { timeout: 60_000 }).toBe(0)
    await first.end('SIGKILL')
    // The command starts database and chain by itself, and its files can be used by the server.
    const listed = admin(dataDir, 'holders')
    expect(listed.stdout, listed.stderr).toContain('portafogl')

    const second = await start(dataDir)
    expect(identityOf(second.pid)).toEqual([NOBODY])
    const call = apiCaller(second.origin)
    const { body } = await call('POST', '/api/users/signin', { body: { email: EMAIL, password: PASSWORD } })
    const { token } = body as { token: string }
    const sent = await sendPicture(second.origin, token, await aPictureFile())
    expect(sent.status).toBe(200)
    expect((await fetch(second.origin + sent.text.replaceAll('"', ''))).status).toBe(200)
    expect((await call('POST', '/api/users/newsletter', { body: { name: 'Rosa', email: EMAIL } })).status).toBe(200)
    expect((await call('GET', '/posta')).text).toContain(EMAIL)
    expect((await call('GET', '/')).status).toBe(200)
    await expect.poll(async () => (await call('GET', '/api/wallet', { token })).status, { timeout: 60_000 }).toBe(200)
    expect(admin(dataDir, 'make-admin', EMAIL).status).toBe(0)

    expect(await ownersIn(dataDir)).toEqual([NOBODY])
    const secrets = join(dataDir, 'secrets')
    for (const name of await readdir(secrets)) expect((await lstat(join(secrets, name))).mode & 0o777).toBe(0o600)
  },
)

const aCheckout = async (): Promise<string> => {
  const checkout = await mkdtemp(join(tmpdir(), 'piazza-private-'))
  onTestFinished(() => rm(checkout, { recursive: true, force: true }))
  for (const part of ['package.json', 'build', 'demo', 'domain', 'server', 'token'])
    await cp(join(ROOT, part), join(checkout, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  return checkout
}

test.runIf(isRoot)('a checkout that only root can read stays root, with one line that says why', async () => {
  const server = await start(await aDataFolder(), { root: await aCheckout() })
  expect(identityOf(server.pid)).toContain(0)
  expect(server.written().match(/Attenzione: Piazza gira come root.*package\.json.*RUN_AS/g)).toHaveLength(1)
  expect((await apiCaller(server.origin)('GET', '/')).status).toBe(200)
})

test.runIf(canLeave)('a checkout whose build only root can read stays root, with a line that says why', async () => {
  const checkout = await aCheckout()
  await chmod(checkout, 0o755)
  await chmod(join(checkout, 'build'), 0o700)
  const server = await start(await aDataFolder(), { root: checkout })
  expect(identityOf(server.pid)).toContain(0)
  expect(server.written()).toMatch(/Attenzione: Piazza gira come root.*build\/current.*RUN_AS/)
  expect((await apiCaller(server.origin)('GET', '/')).status).toBe(200)
})

test.runIf(canLeave)(
  'RUN_AS names the user; one that does not exist or cannot use the data stops the start',
  async () => {
    const idOf = (option: string) => Number(spawnSync('id', [option, 'daemon'], { encoding: 'utf8' }).stdout)
    const [uid, gid] = [idOf('-u'), idOf('-g')]
    const dataDir = await aDataFolder()
    await expect(start(dataDir, { RUN_AS: 'nessuno-di-nome-cosi' })).rejects.toThrow(/Impostazione RUN_AS.*non esiste/)
    const hidden = join(dataDir, '..', 'nascosta')
    await mkdir(hidden, { mode: 0o700 })
    const closed = start(join(hidden, 'data'), { RUN_AS: 'daemon' })
    await expect(closed).rejects.toThrow(/Impostazione RUN_AS non valida: l’utente daemon non può usare .*nascosta/)
    const server = await start(dataDir, { RUN_AS: 'daemon' })
    expect(identityOf(server.pid)).toEqual([...new Set([uid, gid])])
    expect(await ownersIn(dataDir)).toEqual([uid])
  },
)

test.runIf(canLeave)('links in the data folder give the user nothing that is elsewhere', async () => {
  const dataDir = await aDataFolder()
  const elsewhere = join(dataDir, '..', 'altrove')
  await mkdir(join(elsewhere, 'dentro'), { recursive: true })
  await mkdir(join(dataDir, 'chain'), { recursive: true })
  await symlink(join(elsewhere, 'dentro'), join(dataDir, 'chain', 'collegamento'))
  await writeFile(join(elsewhere, 'file'), '')
  await link(join(elsewhere, 'file'), join(dataDir, 'chain', 'stesso-file'))
  await start(dataDir)
  expect(await ownersIn(elsewhere)).toEqual([0])
})

test.runIf(canLeave)('a port that only root can open is refused with a line that says what to do', async ({ skip }) => {
  const first = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))
  skip(first <= 81, 'here every user can open every port')
  const run = spawnSync(process.execPath, [join(ROOT, 'server/main.ts')], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: await aDataFolder(), PORT: '81' },
    encoding: 'utf8',
  })
  expect(run.status).toBe(78)
  expect(run.stderr).toMatch(/^Impostazione PORT non valida: la porta 81 è riservata a root.*RUN_AS=root\.\n$/)
})
