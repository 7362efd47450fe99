import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { postgres15Database, type TestDatabase } from '#test/faults/killable-databases.ts'
import { aProxy } from '#test/faults/proxy.ts'
import { aMailServer } from '#test/mail-server.ts'
import { freePort, startProgram } from '#test/program.ts'
import { anS3Store } from '#test/s3-store.ts'
import serverProcess from '../../scripts/server-process.json' with { type: 'json' }

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
const NGINX = '/usr/sbin/nginx'
export const INSTANCES_SECRET = 'one secret that all instances of this test share'

export const hasNginx = existsSync(NGINX)
export const ADMIN = { email: 'admin@esempio.test', password: 'una-password-lunga' }

/** One instance of the server with its own data folder. */
const anInstance = async (number: number, root: string, env: Record<string, string>) => {
  const begin = (port?: number, changed: Record<string, string> = {}) =>
    startProgram(
      [...serverProcess.flags, MAIN],
      { ...env, ...changed, DATA_DIR: join(root, `instance-${number}`) },
      { ...(port && { port }) },
    )
  let instance = await begin()
  const { origin, port } = instance
  return {
    origin,
    port,
    pid: () => instance.pid,
    kill: () => instance.end('SIGKILL'),
    stop: () => instance.end(),
    /** Starts it again, with other settings if there are any. */
    async again(changed?: Record<string, string>) {
      instance = await begin(port, changed)
    },
  }
}

const SITE = join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf')
const UPSTREAM = /server 127\.0\.0\.1:3000 (.+);/

/** The shipped configuration with the ports of the test and without TLS, inside a configuration of its own. */
const nginxSettings = async (root: string, port: number, instances: number[]) => {
  const [upstream = '', options = ''] = UPSTREAM.exec(await readFile(SITE, 'utf8')) ?? []
  const site = (await readFile(SITE, 'utf8'))
    .replace(upstream, instances.map((instance) => `server 127.0.0.1:${instance} ${options};`).join('\n  '))
    .replace(/^server \{\n {2}listen 80;[\s\S]+?^\}$/m, '')
    .replace(/listen 443 ssl http2;\s+listen .+/, `listen 127.0.0.1:${port};`)
    .replace(/^ {2}ssl_.+$/gm, '')
  return `
# As the owner of the folder.
user ${userInfo().username};
pid ${root}/nginx.pid;
error_log ${root}/nginx.log;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${root}/bodies;
  proxy_temp_path ${root}/answers;
  fastcgi_temp_path ${root}/unused; uwsgi_temp_path ${root}/unused; scgi_temp_path ${root}/unused;
  ${site}
}
`
}

const startNginx = async (root: string, instances: number[]) => {
  const port = await freePort()
  const file = join(root, 'nginx.conf')
  const begin = async (used: number[]) => {
    await writeFile(file, await nginxSettings(root, port, used))
    return startProgram(['-c', file, '-p', root, '-g', 'daemon off;'], {}, { command: NGINX, port })
  }
  let nginx = await begin(instances)
  onTestFinished(() => nginx.end())
  return {
    origin: nginx.origin,
    stop: () => nginx.end(),
    /** Starts it again in front of the first `count` instances, or of all. */
    async again(count = instances.length) {
      nginx = await begin(instances.slice(0, count))
    },
  }
}

/** Several instances behind nginx, with a shared PostgreSQL, picture store and mail server. */
export const severalInstances = async (
  count: number,
  settings: Record<string, string> = {},
  startDatabase: () => Promise<TestDatabase> = postgres15Database,
) => {
  const root = await mkdtemp(join(tmpdir(), 'piazza-instances-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  const [database, s3, mails] = await Promise.all([startDatabase(), anS3Store(), aMailServer()])
  onTestFinished(() => database.end())
  const s3Proxy = await aProxy({ port: Number(new URL(s3.endpoint).port) })
  const env = {
    ...database.env,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    AUTH_SECRET: INSTANCES_SECRET,
    WALLET_SECRET: INSTANCES_SECRET,
    DEMO: '0',
    DRAIN_SECONDS: '0',
    QUIET_HOURS: 'off',
    SMTP_URL: mails.url,
    S3_ENDPOINT: `http://127.0.0.1:${s3Proxy.port}`,
    S3_PUBLIC_URL: s3.publicUrl,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    // No chain: these tests do not need it.
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    TOKEN_ADDRESS: `0x${'11'.repeat(20)}`,
    TREASURY_KEY: `0x${'22'.repeat(32)}`,
    ...settings,
  }
  const instances: Awaited<ReturnType<typeof anInstance>>[] = []
  onTestFinished(async () => void (await Promise.all(instances.map((instance) => instance.stop()))))
  // The first prepares the database.
  for (let number = 0; number < count; number++) instances.push(await anInstance(number, root, env))
  const nginx = await startNginx(
    root,
    instances.map(({ port }) => port),
  )
  return { origin: nginx.origin, nginx, instances, mails, s3, s3Proxy, database }
}
