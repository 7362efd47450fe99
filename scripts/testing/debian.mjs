import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { aptGet, canInstallPackages } from '../apt.mjs'
import { duration, print } from '../progress.mjs'

// The first entry is headless Chromium: a third faster in the browser tests.
const BROWSERS = JSON.parse(readFileSync(new URL('browsers.json', import.meta.url), 'utf8'))
export const chromium = process.env.CHROMIUM_PATH || (BROWSERS.find(existsSync) ?? BROWSERS[0])
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

const FOR_TEST = [
  {
    file: chromium,
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    without: 'le prove nel browser falliscono',
  },
  { file: '/usr/bin/pdftotext', packages: ['poppler-utils'], without: 'la prova del libretto stampato fallisce' },
  { file: '/usr/bin/promtool', packages: ['prometheus'], without: 'le prove degli allarmi sono saltate' },
]

const wanted = (file, packages, without = 'le sue prove sono saltate') => ({ file, packages, without })

const FOR_ALL = [
  ...FOR_TEST,
  wanted('/usr/lib/postgresql/15/bin/postgres', ['postgresql-15']),
  wanted(
    '/usr/bin/systemd-nspawn',
    ['systemd-container', 'debootstrap'],
    'le prove dell’unità di systemd sono saltate',
  ),
  wanted('/usr/sbin/postfix', ['postfix'], 'le prove della posta in arrivo sono saltate'),
  wanted('/usr/sbin/dovecot', ['dovecot-imapd', 'dovecot-lmtpd'], 'le prove della posta in arrivo sono saltate'),
  wanted('/usr/sbin/nginx', ['nginx-light'], 'le prove di più copie sono saltate'),
  wanted('/usr/bin/caddy', ['caddy']),
  wanted('/usr/sbin/pgbouncer', ['pgbouncer']),
]
const CLUSTER_LEFT_OUT = 'le prove del cluster sono saltate'
const FOR_SIEGE = [
  ...FOR_ALL,
  wanted('/usr/bin/patroni', ['patroni'], CLUSTER_LEFT_OUT),
  wanted('/usr/bin/etcd', ['etcd-server'], CLUSTER_LEFT_OUT),
  wanted('/usr/sbin/haproxy', ['haproxy'], CLUSTER_LEFT_OUT),
  wanted('/usr/bin/sqlmap', ['sqlmap']),
]
const PROGRAMS = { test: FOR_TEST, all: FOR_ALL, siege: FOR_SIEGE }

// The tests start their own server; keep Debian's package from creating a cluster.
function disableDefaultCluster() {
  if (existsSync(CLUSTER_SETTINGS)) return
  mkdirSync('/etc/postgresql-common', { recursive: true })
  writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
}

/** Installs the Debian packages that `test`, `all` or `siege` needs when running as root; prints what is still missing. */
export async function installDebianPackages(command) {
  const missing = PROGRAMS[command].filter(({ file }) => !existsSync(file))
  if (missing.length === 0) return
  if (canInstallPackages()) {
    const began = performance.now()
    print(`Installo dai pacchetti di Debian: ${missing.map(({ packages }) => packages[0]).join(', ')}… `)
    disableDefaultCluster()
    const updated = await aptGet('update')
    const outputs = [updated.code === 0 ? '' : updated.output]
    for (const { packages } of missing) {
      const { code, output } = await aptGet('install', '--no-install-recommends', ...packages)
      if (code !== 0) outputs.push(output)
    }
    print(`finito in ${duration(performance.now() - began)}\n${outputs.join('')}`)
  }
  for (const { file, packages, without } of missing) {
    if (!existsSync(file)) print(`Manca ${packages[0]}: ${without} (apt-get install ${packages.join(' ')}).\n`)
  }
}
