import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { aptGet, canInstallPackages } from '../apt.mjs'
import { duration, print } from '../progress.mjs'

// The first entry is headless Chromium: a third faster in the browser tests.
const BROWSERS = JSON.parse(readFileSync(new URL('browsers.json', import.meta.url), 'utf8'))
export const chromium = process.env.CHROMIUM_PATH || (BROWSERS.find(existsSync) ?? BROWSERS[0])
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

const WANTED = [
  {
    file: chromium,
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    without: 'le prove nel browser falliscono',
  },
  { file: '/usr/bin/pdftotext', packages: ['poppler-utils'], without: 'la prova del libretto stampato fallisce' },
  { file: '/usr/bin/promtool', packages: ['prometheus'], without: 'le prove degli allarmi sono saltate' },
]
const CONTAINER = {
  file: '/usr/bin/systemd-nspawn',
  packages: ['systemd-container', 'debootstrap'],
  without: 'le prove dell’unità di systemd sono saltate',
}
const POSTGRES_15 = {
  file: '/usr/lib/postgresql/15/bin/postgres',
  packages: ['postgresql-15'],
  without: 'le sue prove sono saltate',
}

const MAIL_SERVERS = ['postfix', 'dovecot'].map((name) => ({
  file: `/usr/sbin/${name}`,
  packages: name === 'postfix' ? ['postfix'] : ['dovecot-imapd', 'dovecot-lmtpd'],
  without: 'le prove della posta in arrivo sono saltate',
}))

// The tests start their own server; keep Debian's package from creating a cluster.
function disableDefaultCluster() {
  if (existsSync(CLUSTER_SETTINGS)) return
  mkdirSync('/etc/postgresql-common', { recursive: true })
  writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
}

/** Installs the Debian packages that the tests need when running as root; prints what is still missing. */
export async function installDebianPackages({ withServers }) {
  const wanted = withServers ? [...WANTED, POSTGRES_15, CONTAINER, ...MAIL_SERVERS] : WANTED
  const missing = wanted.filter(({ file }) => !existsSync(file))
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
