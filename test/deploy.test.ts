import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/program.ts'

const run = promisify(execFile)
const DEPLOY = join(import.meta.dirname, '..', 'deploy')
const NGINX = '/usr/sbin/nginx'
const CADDY = '/usr/bin/caddy'

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-deploy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** An upstream that answers with the headers that it got. */
const anUpstream = async (): Promise<number> => {
  const server = createServer((request, response) => response.end(JSON.stringify(request.headers)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const overTls = async (port: number, path: string) => {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  onTestFinished(() => session.close())
  const request = session.request({ ':path': path, ':authority': 'piazza.example.org' })
  const status = new Promise((resolve) => request.on('response', (headers) => resolve(headers[':status'])))
  return { status: await status, body: await text(request) }
}

test('Debian’s nginx takes the shipped site: TLS with HTTP/2, a redirect from HTTP, no metrics', async ({ skip }) => {
  skip(!existsSync(NGINX), 'needs nginx: apt-get install nginx-light')
  const folder = await aFolder()
  const [http, https, upstream] = [await freePort(), await freePort(), await anUpstream()]
  const subject = ['-subj', '/CN=piazza.example.org', '-days', '1']
  await run(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', 'key', '-out', 'cert'],
    {
      cwd: folder,
    },
  )
  const site = (await readFile(join(DEPLOY, 'nginx.conf'), 'utf8'))
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace(/listen \[::\].+/g, '')
    .replace(/\/etc\/letsencrypt\S+fullchain.pem/, join(folder, 'cert'))
    .replace(/\/etc\/letsencrypt\S+privkey.pem/, join(folder, 'key'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp;`,
  )
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${site} }`,
  )
  const nginx = spawn(NGINX, ['-c', file, '-p', folder, '-g', 'daemon off;'], { stdio: 'inherit' })
  onTestFinished(async () => {
    const gone = once(nginx, 'exit')
    if (nginx.kill()) await gone
  })
  const redirected = () =>
    fetch(`http://127.0.0.1:${http}/annunci`, { redirect: 'manual' }).then(
      ({ status, headers }) => [status, headers.get('location')],
      () => [],
    )
  await expect.poll(redirected, { timeout: 30_000 }).toEqual([301, 'https://127.0.0.1/annunci'])

  const { status, body } = await overTls(https, '/')
  expect({ status, headers: JSON.parse(body) }).toMatchObject({
    status: 200,
    headers: { host: 'piazza.example.org', 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
  })
  expect((await overTls(https, '/metrics')).status).toBe(404)
})

test('Debian’s Caddy takes the shipped configuration', async ({ skip }) => {
  skip(!existsSync(CADDY), 'needs caddy: apt-get install caddy')
  const home = await aFolder()
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(DEPLOY, 'Caddyfile')]
  const { stdout, stderr } = await run(CADDY, args, { env: { HOME: home, PATH: process.env.PATH } })
  expect(`${stdout}${stderr}`).toContain('Valid configuration')
})
