import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkDkimKey, senderProblem, siteAddresses } from '#server/admin/dns-checks.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { aResolver, type Zone } from '#test/dns-server.ts'
import { runProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')
const DOMAIN = 'piazza.esempio.test'
const SPF = 'v=spf1 include:relay.test -all'
const DMARC = 'v=DMARC1; p=none'

test('the addresses of the site are those in the DNS: none, or only this machine’s, is a mistake', async () => {
  const zone: Zone = {
    [DOMAIN]: { a: ['192.0.2.7'] },
    'casa.test': { a: ['127.0.1.1'] },
    'rotto.test': { fails: true },
  }
  const dns = await aResolver(zone)
  expect(await siteAddresses(dns, DOMAIN)).toEqual(['192.0.2.7'])
  await expect(siteAddresses(dns, 'altro.test')).rejects.toThrow('altro.test non è nel DNS')
  // As in /etc/hosts of Debian, which is not asked.
  await expect(siteAddresses(dns, 'casa.test')).rejects.toThrow(
    '127.0.1.1, che per chi visita è il suo stesso computer',
  )
  await expect(siteAddresses(dns, 'rotto.test')).rejects.toThrow('il DNS non risponde su rotto.test (ESERVFAIL)')
})

test.each<[string, Zone, string]>([
  ['both records', { [DOMAIN]: { txt: ['other', SPF] }, [`_dmarc.${DOMAIN}`]: { txt: [DMARC] } }, ''],
  ['the DMARC of the domain above', { [DOMAIN]: { txt: [SPF] }, '_dmarc.esempio.test': { txt: [DMARC] } }, ''],
  ['no DMARC', { [DOMAIN]: { txt: [SPF] } }, `manca DMARC su ${DOMAIN}`],
  ['no SPF', { '_dmarc.esempio.test': { txt: [DMARC] } }, `manca SPF su ${DOMAIN}`],
  ['an SPF that allows nobody', { [DOMAIN]: { txt: ['v=spf1 -all'] } }, 'da lì non parte posta'],
])('a sender’s domain with %s', async (_what, zone, problem) => {
  const found = await senderProblem(await aResolver(zone), { envelope: DOMAIN, sender: DOMAIN })
  expect(found).toEqual(problem ? expect.stringContaining(problem) : '')
})

test('SPF is looked for where the envelope says, and a DNS that fails is not a missing record', async () => {
  const zone: Zone = {
    'risposte.test': { txt: [SPF] },
    [`_dmarc.${DOMAIN}`]: { txt: [DMARC] },
    'rotto.test': { fails: true },
  }
  const dns = await aResolver(zone)
  expect(await senderProblem(dns, { envelope: 'risposte.test', sender: DOMAIN })).toBe('')
  await expect(senderProblem(dns, { envelope: 'rotto.test', sender: DOMAIN })).rejects.toThrow('il DNS non risponde')
})

test('a DKIM key is found by its selector; a missing one and a revoked one are mistakes', async () => {
  const key = `v=DKIM1; k=rsa; p=${'A'.repeat(390)}`
  const dns = await aResolver({
    [`mail._domainkey.${DOMAIN}`]: { txt: [key] },
    [`old._domainkey.${DOMAIN}`]: { txt: ['v=DKIM1; p='] },
  })
  expect(await checkDkimKey(dns, 'mail', DOMAIN)).toBe(`mail._domainkey.${DOMAIN}`)
  await expect(checkDkimKey(dns, 'none', DOMAIN)).rejects.toThrow(`nessuna chiave in none._domainkey.${DOMAIN}`)
  await expect(checkDkimKey(dns, 'old', DOMAIN)).rejects.toThrow('revocata')
})

test('doctor says of each thing how it is, of a chain that does not run that it was not seen, and no usage', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-doctor-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    RUN_AS: 'root',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...databaseEnvironment(addressOf(await aDatabase()).database),
  }
  const { code, out, err } = await runProgram([ADMIN, 'doctor'], env)
  expect(out).toMatch(/^bene {4}Database: PostgreSQL/m)
  expect(out).toMatch(/^guarda {2}Isolamento: la rete interna dei VAL non gira: avvia Piazza e ripeti\.$/m)
  expect(out).toMatch(/^guarda {2}DKIM: non controllata/m)
  expect(out).toMatch(/^MALE {4}Posta: /m)
  // What it finds in the DNS depends on this machine.
  expect([code, err]).toEqual([1, expect.stringMatching(/^(Una cosa non va|\d+ cose non vanno)\.\n$/)])
})
