import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { aServerProcess } from '#test/attacks/server-process.ts'

// Only in the long run: it takes minutes.
const SQLMAP = '/usr/bin/sqlmap'
const isWanted = process.env.SIEGE === 'long'
const FOUND = /identified the following injection point|is vulnerable|appears to be .*injectable/i
const NOTHING = /all tested parameters do not appear to be injectable/i

const TARGETS: [what: string, options: (origin: string, email: string) => string[]][] = [
  ['list', (origin) => ['-u', `${origin}/api/products?name=pane&category=Varie&min=1&max=9&order=newest&p=1`]],
  [
    'sign-in',
    (origin, email) => [
      ...['-u', `${origin}/api/users/signin`, '--method', 'POST', '--headers', 'content-type: application/json'],
      ...['--data', JSON.stringify({ email, password: 'x' }), '--ignore-code', '401,422'],
    ],
  ],
]

test.runIf(isWanted && existsSync(SQLMAP)).for(TARGETS)(
  'sqlmap finds nothing to inject into the %s call',
  async ([what, options], { annotate }) => {
    const piazza = await aServerProcess({ NODE_ENV: 'development', RATE_LIMITS: 'off', PUBLIC_URL: '' })
    await piazza.aListing({ name: 'Pane' })
    const { email } = await piazza.aMember()
    const folder = await mkdtemp(join(tmpdir(), 'piazza-sqlmap-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const common = [
      '--batch',
      '--dbms',
      'PostgreSQL',
      '--level',
      '2',
      '--risk',
      '2',
      '--threads',
      '4',
      '--output-dir',
      folder,
    ]
    const { stdout } = await promisify(execFile)(
      SQLMAP,
      [...options(piazza.origin, email), ...common, '--flush-session'],
      {
        maxBuffer: 64 * 1024 * 1024,
      },
    )
    const last = stdout.split('\n').filter((line) => NOTHING.test(line) || FOUND.test(line))
    await annotate(`${what}: ${last.map((line) => line.slice(0, 160)).join(' | ')}`)
    expect(stdout).not.toMatch(FOUND)
    expect(stdout).toMatch(NOTHING)
  },
)

test.skipIf(!isWanted || existsSync(SQLMAP))(
  'sqlmap is not installed (apt-get install sqlmap): its attacks are left out',
  ({ skip }) => skip(),
)
