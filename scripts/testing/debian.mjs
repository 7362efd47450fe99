import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { quietly } from '../run.mjs'
import { duration, say } from '../say.mjs'

// The first of these is Chromium without its windows: the journeys take a third less time in it.
const BROWSERS = JSON.parse(readFileSync(new URL('browsers.json', import.meta.url), 'utf8'))
export const chromium = process.env.CHROMIUM_PATH || (BROWSERS.find(existsSync) ?? BROWSERS[0])
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

const WANTED = [
  {
    file: chromium,
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    without: 'le prove nel browser falliscono',
  },
  { file: '/usr/lib/postgresql/15/bin/postgres', packages: ['postgresql-15'], without: 'le sue prove sono saltate' },
]

// The tests start a server of their own: Debian's package need not make and start one.
function wantNoCluster() {
  if (existsSync(CLUSTER_SETTINGS)) return
  mkdirSync('/etc/postgresql-common', { recursive: true })
  writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
}

const aptGet = (...args) =>
  quietly('apt-get', ['-qq', '-y', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Options::=--force-confold', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/** Brings the programs of Debian that the tests drive, where that is allowed; says what is missing otherwise. */
export async function bringDebianPrograms() {
  const missing = WANTED.filter(({ file }) => !existsSync(file))
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const began = performance.now()
    say(`Installo dai pacchetti di Debian: ${missing.map(({ packages }) => packages[0]).join(', ')}… `)
    wantNoCluster()
    const updated = await aptGet('update')
    const outputs = [updated.code === 0 ? '' : updated.output]
    for (const { packages } of missing) {
      const { code, output } = await aptGet('install', '--no-install-recommends', ...packages)
      if (code !== 0) outputs.push(output)
    }
    say(`finito in ${duration(performance.now() - began)}\n${outputs.join('')}`)
  }
  for (const { file, packages, without } of missing) {
    if (!existsSync(file)) say(`Manca ${packages[0]}: ${without} (apt-get install ${packages.join(' ')}).\n`)
  }
}
