import { expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { senderOf } from '#server/talk/mail/smtp.ts'

test('every setting has a working default', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({ port: 3000, host: '127.0.0.1', production: false, rateLimits: true })
  expect(settings.site.publicUrl).toBe('http://localhost:3000')
})

test('an empty setting counts as not set', () => {
  expect(readSettings({ PORT: '', PUBLIC_URL: '', DATABASE_URL: '' })).toEqual(readSettings({}))
})

test.each([
  ['PORT', 'tremila'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'piazza.it'],
  ['DATABASE_URL', 'mysql://localhost'],
  ['DATABASE_READ_URLS', 'postgres://one mysql://two'],
  ['SMTP_URL', 'http://mail'],
  ['SMTP_URL', 'smtp://mail.example;.org'],
  ['SMTP_URL', 'smtp://user:50%@mail.example.org'],
  ['S3_ENDPOINT', 'https://s3.example;.org'],
  ['CHAIN_RPC_URL', 'https://chain_node.example'],
  ['SMTP_URL', 'mail.example.org'],
  ['CHAIN_ISOLATION', 'no'],
  ['BACKUP_PASSPHRASE', 'corta'],
  ['MAIL_FROM', 'Piazza <piazza>'],
  ['MAIL_IN_URL', 'pop3://mail.example'],
  ['MAIL_IN_URL', 'lmtp://mail.example:24'],
  ['MAIL_IN_URL', 'imaps://a:b%@mail.example'],
  ['MAIL_IN_URL', 'imaps://ma!l.example'],
  ['MAIL_IN_ADDRESS', 'risposte+a@piazza.example'],
  ['ADMIN_PASSWORD', 'corta'],
  ['TREASURY_KEY', '0x12'],
  ['RATE_LIMITS', 'no'],
  ['NODE_ENV', 'prod'],
  ['PARTNERS', 'Senza indirizzo'],
  ['TRUSTED_PROXIES', 'chiunque'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['CACHE_MB', 'tanta'],
  ['AUTH_SECRET', '<32 random characters: openssl rand -hex 16>'],
  ['ADMIN_PASSWORD', '<the first password; change it>'],
  ['ASSOCIATION_NAME', '<name>'],
])('an invalid %s stops the start with one line that names it', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Impostazione ${name} non valida: [^\\n]+$`))
})

test('partners have a name, a link and optionally a logo', () => {
  const { association } = readSettings({
    PARTNERS: 'Banca del tempo|https://tempo.example|/t.svg; Emporio|https://emporio.example',
  })
  expect(association.partners).toEqual([
    { name: 'Banca del tempo', url: 'https://tempo.example', logo: '/t.svg' },
    { name: 'Emporio', url: 'https://emporio.example', logo: '' },
  ])
})

test('the proxy on the same machine is trusted, and others when they are listed', () => {
  expect(readSettings({}).trustedProxies).toEqual(['loopback'])
  expect(readSettings({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1' }).trustedProxies).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
  ])
})

test('a mailbox for answers has an address; without a mail server the local mailbox has one', () => {
  const address = { MAIL_IN_ADDRESS: 'risposte@piazza.example' }
  const url = { MAIL_IN_URL: 'imaps://risposte:segreto@imap.example/INBOX' }
  expect(readSettings({ ...address, ...url }).mail).toMatchObject({
    inUrl: url.MAIL_IN_URL,
    inAddress: address.MAIL_IN_ADDRESS,
  })
  expect(() => readSettings(url)).toThrow('Impostazione MAIL_IN_ADDRESS mancante')
  expect(() => readSettings(address)).toThrow('Impostazione MAIL_IN_URL mancante')
  expect(readSettings({}).mail.inAddress).toBe('risposte@localhost')
  expect(readSettings({ SMTP_URL: 'smtp://127.0.0.1' }).mail.inAddress).toBeUndefined()
})

test('replicas are addresses separated by spaces, of a database that is not the embedded one', () => {
  const urls = ['postgres://one/piazza', 'postgresql://two/piazza']
  const env = { DATABASE_URL: 'postgres://primary/piazza', DATABASE_READ_URLS: ` ${urls.join('  ')} ` }
  expect(readSettings(env).databaseReadUrls).toEqual(urls)
  expect(readSettings({}).databaseReadUrls).toEqual([])
  expect(() => readSettings({ DATABASE_READ_URLS: 'postgres://one' })).toThrow('Impostazione DATABASE_URL mancante')
})

test('production requires its secrets and ignores RATE_LIMITS=off', () => {
  const secret = 's'.repeat(32)
  const complete = {
    NODE_ENV: 'production',
    AUTH_SECRET: secret,
    WALLET_SECRET: secret,
    PUBLIC_URL: 'https://piazza.example/',
    SMTP_URL: 'smtp://127.0.0.1',
    RATE_LIMITS: 'off',
  }
  for (const name of ['AUTH_SECRET', 'WALLET_SECRET', 'PUBLIC_URL', 'SMTP_URL']) {
    expect(() => readSettings({ ...complete, [name]: '' })).toThrow(`Impostazione ${name} mancante`)
  }
  const settings = readSettings(complete)
  expect(settings).toMatchObject({
    rateLimits: true,
    site: { publicUrl: 'https://piazza.example' },
    association: { partners: [] },
  })
  expect(readSettings({ ...complete, SMTP_URL: 'none' }).mail.smtpUrl).toBeUndefined()
})

test('the default sender is the association at its own domain', () => {
  const site = { associationName: 'Borgo "Vivo"', publicUrl: 'https://borgo.example' }
  expect(senderOf(undefined, site)).toBe('"Borgo Vivo" <piazza@borgo.example>')
  expect(senderOf(readSettings({ MAIL_FROM: 'Borgo <ciao@borgo.example>' }).mail.from, site)).toBe(
    'Borgo <ciao@borgo.example>',
  )
})

test('production refuses demo data', () => {
  const secret = 's'.repeat(32)
  const production = {
    NODE_ENV: 'production',
    AUTH_SECRET: secret,
    WALLET_SECRET: secret,
    PUBLIC_URL: 'https://piazza.example/',
    SMTP_URL: 'none',
  }
  expect(() => readSettings({ ...production, DEMO: '1' })).toThrow('Impostazione DEMO non valida')
  expect(readSettings({ ...production, DEMO: '0' }).demo).toBe(false)
})

test('the first admin needs both address and password', () => {
  expect(readSettings({}).admin).toBeUndefined()
  expect(() => readSettings({ ADMIN_EMAIL: 'io@borgo.example' })).toThrow('Impostazione ADMIN_PASSWORD mancante')
  expect(() => readSettings({ ADMIN_PASSWORD: 'segreta!' })).toThrow('Impostazione ADMIN_EMAIL mancante')
})

test('an S3 store needs all its settings, or none', () => {
  const store = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'foto',
    S3_ACCESS_KEY_ID: 'chiave',
    S3_SECRET_ACCESS_KEY: 'segreta',
  }
  expect(readSettings({}).s3).toBeUndefined()
  for (const name of Object.keys(store)) {
    expect(() => readSettings({ ...store, [name]: '' })).toThrow(`Impostazione ${name} mancante`)
  }
  expect(() => readSettings({ S3_PUBLIC_URL: 'https://foto.example' })).toThrow('Impostazione S3_ENDPOINT mancante')
  expect(readSettings(store).s3).toMatchObject({ region: 'us-east-1', publicUrl: 'https://s3.example/foto' })
  expect(readSettings({ ...store, S3_PUBLIC_URL: 'https://foto.example/' }).s3?.publicUrl).toBe('https://foto.example')
})

test('a chain node needs token address and treasury key', () => {
  const TOKEN_ADDRESS = `0x${'Aa'.repeat(20)}`
  const TREASURY_KEY = `0x${'11'.repeat(32)}`
  const CHAIN_RPC_URL = 'http://127.0.0.1:8545'
  expect(() => readSettings({ CHAIN_RPC_URL, TREASURY_KEY })).toThrow('Impostazione TOKEN_ADDRESS mancante')
  expect(() => readSettings({ CHAIN_RPC_URL, TOKEN_ADDRESS })).toThrow('Impostazione TREASURY_KEY mancante')
  expect(() => readSettings({ TOKEN_ADDRESS })).toThrow('Impostazione CHAIN_RPC_URL mancante')
  const { chain, association } = readSettings({ CHAIN_RPC_URL, TOKEN_ADDRESS, TREASURY_KEY })
  expect(chain).toMatchObject({ id: 5, node: { url: CHAIN_RPC_URL, gas: 'treasury' } })
  expect(association.welcome.val).toBe(0)
  expect(readSettings({})).toMatchObject({ chain: { id: 5, node: undefined } })
  expect(readSettings({}).association.welcome).toEqual({ val: 100, when: 'listing' })
})
