import { execFile } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { BACKUP_DAYS } from '#domain/association/status.ts'
import { DAY_MS, formatDate } from '#domain/base/dates.ts'
import { type Command, CommandFailure, print, UsageError } from '#server/admin/command.ts'
import type { AdminContext } from '#server/admin/context.ts'
import { checkDkimKey, senderProblem, siteAddresses } from '#server/admin/dns-checks.ts'
import { lastBackup } from '#server/association/backups/record.ts'
import { readDisk } from '#server/association/status/probes.ts'
import { isRunningIsolated } from '#server/platform/embedded/chain/anvil.ts'
import { adminCommand } from '#server/platform/start/admin-command.ts'
import { withTimeout } from '#server/platform/timeouts.ts'
import { settingWarnings } from '#server/setting-warnings.ts'
import type { Settings } from '#server/settings.ts'
import { probeMailIn } from '#server/talk/inbound/receiver.ts'
import { senderOf, smtpProbe } from '#server/talk/mail/smtp.ts'

const CHECK_MS = 10_000
const CERTIFICATE_DAYS = 14
const CLOCK_MS = 2_000
const GIGABYTE = 1_000_000_000
const LEAST_FREE_GB = 2

const SELECTOR = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i

/** Not wrong, but to be looked at. */
class Doubt extends Error {}

type Check = { name: string; run: (context: AdminContext, selector: string | undefined) => Promise<string> }

const hostOf = ({ site }: Settings): URL => new URL(site.publicUrl)

const checkSettings: Check['run'] = async ({ settings }) => {
  const warnings = settingWarnings(process.env, settings)
  if (warnings.length > 0) throw new Doubt(warnings.join(' '))
  return settings.production ? 'in ordine, per la produzione' : 'in ordine, ma NODE_ENV non è production'
}

const checkDatabase: Check['run'] = async (context) => {
  const db = await context.db()
  const began = Date.now()
  const { rows } = await db.pool.query<{ at: Date; version: string }>(
    "select clock_timestamp() as at, current_setting('server_version') as version",
  )
  const ahead = (rows[0]?.at.getTime() ?? began) - (began + Date.now()) / 2
  if (Math.abs(ahead) > CLOCK_MS)
    throw new Error(`l’orologio del database differisce di ${Math.round(Math.abs(ahead) / 1_000)} secondi`)
  return `PostgreSQL ${rows[0]?.version}`
}

const checkClock: Check['run'] = async () => {
  const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value']).catch(
    () => ({ stdout: '' }),
  )
  if (stdout.trim() === 'yes') return 'regolato via rete'
  throw new Doubt('non si vede se è regolato via rete (apt-get install systemd-timesyncd)')
}

const checkDns: Check['run'] = async ({ settings }) => {
  const { hostname } = hostOf(settings)
  if (hostname === 'localhost' || isIP(hostname)) throw new Doubt(`PUBLIC_URL non ha un nome di dominio (${hostname})`)
  return `${hostname} è ${(await siteAddresses(new Resolver(), hostname)).join(', ')}`
}

/** The day until which the certificate of a server holds; rejects if it is not trusted. */
const certificateEnd = (hostname: string, port: number): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port, servername: hostname }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('error', reject)
  })

const checkTls: Check['run'] = async ({ settings }) => {
  const { protocol, hostname, port } = hostOf(settings)
  if (protocol !== 'https:') throw new Doubt('PUBLIC_URL non è https://')
  const end = await certificateEnd(hostname, Number(port || 443))
  const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
  if (days < CERTIFICATE_DAYS) throw new Error(`il certificato scade il ${formatDate(end)}`)
  return `certificato valido fino al ${formatDate(end)}`
}

const checkMailServer: Check['run'] = async ({ settings }) => {
  const { smtpUrl } = settings.mail
  if (!smtpUrl) throw new Doubt('nessun server di posta: le e-mail non partono')
  await smtpProbe(smtpUrl)()
  return `${new URL(smtpUrl).host} risponde; «test-mail INDIRIZZO» manda una prova`
}

const checkMailIn: Check['run'] = async ({ settings }) => {
  const { inUrl } = settings.mail
  if (!inUrl) return 'nessuna casella: alle e-mail si risponde dal sito'
  await probeMailIn(inUrl)
  return 'le risposte per e-mail possono arrivare; «test-mail-in» manda una prova'
}

const domainOf = (address: string): string => /@([^>]+)>?$/.exec(address)?.[1] ?? ''

const senderDomain = ({ mail, site }: Settings): string =>
  domainOf(senderOf(mail.from, { associationName: '', publicUrl: site.publicUrl }))

const checkSender: Check['run'] = async ({ settings }) => {
  const sender = senderDomain(settings)
  const { smtpUrl, inAddress } = settings.mail
  if (!smtpUrl) throw new Doubt('senza server di posta non c’è niente da controllare')
  // Mails that cannot be delivered go back to the address of the answers.
  const envelope = inAddress ? domainOf(inAddress) : sender
  const problem = await senderProblem(new Resolver(), { envelope, sender })
  if (problem) throw new Doubt(problem)
  return `SPF su ${envelope} e DMARC su ${sender}`
}

const checkDkim: Check['run'] = async ({ settings }, selector) => {
  if (!settings.mail.smtpUrl) throw new Doubt('senza server di posta non c’è niente da controllare')
  if (!selector)
    throw new Doubt(
      `non controllata: ripeti con «${adminCommand('doctor SELETTORE')}», il nome che ti ha dato chi spedisce la posta (quello ` +
        'prima di ._domainkey)',
    )
  const name = await checkDkimKey(new Resolver(), selector, senderDomain(settings))
  return `la chiave è in ${name}; che firmi davvero si vede in un’e-mail di test-mail (dkim=pass)`
}

const checkDisk: Check['run'] = async ({ settings }) => {
  const { free } = await readDisk(settings.dataDir)
  const text = `${Math.floor(free / GIGABYTE)} GB liberi in ${settings.dataDir}`
  if (free < LEAST_FREE_GB * GIGABYTE) throw new Error(text)
  return text
}

const checkIsolation: Check['run'] = async ({ settings }) => {
  if (settings.chain.node) return 'i VAL sono su un nodo proprio'
  const isIsolated = isRunningIsolated(join(settings.dataDir, 'chain'))
  if (isIsolated) return 'la rete interna dei VAL che gira ora è isolata'
  if (isIsolated === undefined) throw new Doubt('la rete interna dei VAL non gira: avvia Piazza e ripeti')
  const open = 'ogni utente di questa macchina raggiunge la rete interna dei VAL, e può muoverli'
  throw settings.chain.requiresIsolation ? new Error(open) : new Doubt(`${open} (CHAIN_ISOLATION=off)`)
}

const checkBackup: Check['run'] = async (context) => {
  const at = await lastBackup(await context.db())
  if (!at) throw new Doubt('non ce n’è ancora nessuna')
  const text = `l’ultima è del ${formatDate(at)}`
  if (Date.now() - at.getTime() > BACKUP_DAYS * DAY_MS) throw new Error(text)
  return text
}

const CHECKS: Check[] = [
  { name: 'Impostazioni', run: checkSettings },
  { name: 'Database', run: checkDatabase },
  { name: 'Orologio', run: checkClock },
  { name: 'DNS', run: checkDns },
  { name: 'TLS', run: checkTls },
  { name: 'Posta', run: checkMailServer },
  { name: 'Posta in arrivo', run: checkMailIn },
  { name: 'Mittente', run: checkSender },
  { name: 'DKIM', run: checkDkim },
  { name: 'Disco', run: checkDisk },
  { name: 'Isolamento', run: checkIsolation },
  { name: 'Copia', run: checkBackup },
]

export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor [SELETTORE]',
  does: 'controlla impostazioni, database, orologio, DNS, TLS, posta (con SELETTORE anche DKIM), disco, isolamento ed età della copia',
  async run([selector, ...rest], context) {
    if ((selector !== undefined && !SELECTOR.test(selector)) || rest.length > 0)
      throw new UsageError('Scrivi al massimo il selettore DKIM, per esempio mail2026.')
    let failed = 0
    for (const { name, run } of CHECKS) {
      const late = () => new Error('non risponde')
      const [mark, text] = await withTimeout(CHECK_MS, () => run(context, selector), late).then(
        (found) => ['bene', found] as const,
        (error: Error) => [error instanceof Doubt ? 'guarda' : 'MALE', error.message] as const,
      )
      if (mark === 'MALE') failed++
      print(`${mark.padEnd(6)}  ${name}: ${text}.`.replace(/([.?])\.$/, '$1'))
    }
    if (failed > 0) throw new CommandFailure(failed === 1 ? 'Una cosa non va.' : `${failed} cose non vanno.`)
  },
}
