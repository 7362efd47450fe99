import { resolve } from 'node:path'
import { z } from 'zod'
import { MIN_PASSPHRASE } from '#domain/association/backups.ts'
import type { SettingsContent } from '#domain/association/settings.schema.ts'
import {
  DEFAULT_BANNER,
  DEFAULT_LIMITS,
  DEFAULT_STRIP,
  type SiteSettings,
  WELCOME_MOMENTS,
} from '#domain/association/settings.ts'
import { DEFAULT_COLOURS } from '#domain/base/colours.ts'
import type { S3Settings } from '#server/market/uploads/s3.ts'
import {
  amount,
  flag,
  INVALID_PROXIES,
  isProxy,
  mailInUrl,
  mailServer,
  postgresUrl,
  postgresUrls,
  readPartners,
  text,
  url,
} from '#server/setting-types.ts'

/** An invalid setting. The start stops and prints the message as one line. */
export class SettingError extends Error {}

const EMBEDDED_CHAIN_WELCOME_VAL = 100

// Fictitious; not used in production.
const EXAMPLE_PARTNERS = [
  { name: 'Banca del Tempo', url: 'https://tempo.example', logo: '/partners/tempo.webp' },
  { name: 'Emporio di Quartiere', url: 'https://emporio.example', logo: '/partners/emporio.webp' },
  { name: 'Orti Insieme', url: 'https://orti.example', logo: '/partners/orti.webp' },
]

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'può valere production, development o test').optional(),
  PORT: z.coerce.number('serve un numero').int().min(0).max(65_535, 'serve una porta fino a 65535').default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url,
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(isProxy), INVALID_PROXIES),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_READ_URLS: postgresUrls,
  CACHE_MB: z.coerce.number('serve un numero').int().min(0).max(4096, 'servono al più 4096').default(64),
  SMTP_URL: z
    .string()
    .refine((address) => address === 'none' || mailServer.safeParse(address).success, {
      error:
        'serve un indirizzo smtp:// o smtps://, come smtp://mail.example.org:587, o none; ' +
        'in utente e password # si scrive %23, / %2F, ? %3F e @ %40',
    })
    .refine((address) => !/%(?![\da-f]{2})/i.test(address), 'in utente e password il segno % si scrive %25')
    .optional(),
  DRAIN_SECONDS: z.coerce.number('serve un numero').min(0).max(60, 'servono al più 60 secondi').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>"\r\n@]{1,80} <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
      'serve un indirizzo, come Nome <nome@dominio.it>',
    )
    .optional(),
  MAIL_IN_URL: mailInUrl,
  MAIL_IN_ADDRESS: z
    .string()
    .regex(/^[^<>\s@+]{1,30}@[^<>\s@]+$/, 'serve un indirizzo senza +, come risposte@dominio.it')
    .optional(),
  S3_ENDPOINT: url,
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_PUBLIC_URL: url,
  CHAIN_RPC_URL: url,
  CHAIN_ID: z.coerce.number('serve un numero').int().positive().default(5),
  TOKEN_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'serve un indirizzo 0x… di 40 cifre')
    .optional(),
  TREASURY_KEY: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'serve una chiave 0x… di 64 cifre')
    .optional(),
  CHAIN_GAS: z.enum(['treasury', 'free'], 'può valere treasury o free').default('treasury'),
  CHAIN_ISOLATION: z.enum(['on', 'off'], 'può valere on o off').default('on'),
  WELCOME_VAL: amount.optional(),
  WELCOME_WHEN: z.enum(WELCOME_MOMENTS, 'può valere listing o verification').default('listing'),
  TRANSFER_PASSWORD_ABOVE: amount.optional(),
  GOOGLE_MAPS_KEY: text,
  MAP_TILES: z
    .union([z.literal('nessuna').transform(() => ''), z.string().regex(/^https:\/\/[\w.-]+(:\d+)?\/.*\{z\}/)], {
      error: 'serve un indirizzo https con {z}, {x} e {y}, o nessuna',
    })
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  ADMIN_EMAIL: z.email('serve un indirizzo e-mail').optional(),
  ADMIN_PASSWORD: z.string().min(6, 'servono almeno 6 caratteri').optional(),
  AUTH_SECRET: z.string().min(32, 'servono almeno 32 caratteri').optional(),
  WALLET_SECRET: z.string().min(32, 'servono almeno 32 caratteri').optional(),
  METRICS_TOKEN: z.string().min(MIN_PASSPHRASE, `servono almeno ${MIN_PASSPHRASE} caratteri`).optional(),
  BACKUPS: z.enum(['on', 'off'], 'può valere on o off').default('on'),
  BACKUP_PASSPHRASE: z.string().min(MIN_PASSPHRASE, `servono almeno ${MIN_PASSPHRASE} caratteri`).optional(),
  DEMO: flag,
  RUN_AS: z
    .string()
    .regex(/^([a-z_][a-z0-9_-]*|\d+)$/, 'serve il nome o il numero di un utente')
    .optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'può valere on o off').default('on'),
  QUIET_HOURS: z.enum(['on', 'off'], 'può valere on o off').default('on'),
  ASSOCIATION_NAME: z.string().default('Associazione Piazza'),
  ASSOCIATION_URL: z.url('serve un indirizzo').default('https://associazione.example'),
  VAL_APP_URL: z.url('serve un indirizzo').default('https://val.example'),
  MARKET_URL: z.url('serve un indirizzo').default('https://mercato.example'),
  PARTNERS: z.string().transform(readPartners).optional(),
})
type Environment = z.infer<typeof Environment>
export const SETTING_NAMES = Object.keys(Environment.shape)

// As the guide writes what the operator has to fill in.
const PLACEHOLDER = /^<.*>$/s

/** Without a node, the embedded chain is used. */
export type ChainSettings = {
  id: number
  node: { url: string; token: string; treasuryKey: string; gas: 'treasury' | 'free' } | undefined
  /** Whether the start stops if other users of this machine could reach the embedded chain. */
  requiresIsolation?: boolean
}

export type Settings = ReturnType<typeof readSettings>

const readEnvironment = (env: NodeJS.ProcessEnv): Environment => {
  // An empty value counts as not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const unfilled = SETTING_NAMES.find((name) => PLACEHOLDER.test(given[name] ?? ''))
  if (unfilled)
    throw new SettingError(`Impostazione ${unfilled} non valida: tra < e > c’è un esempio, al suo posto va il valore.`)
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new SettingError(`Impostazione ${issue?.path.join('.')} non valida: ${issue?.message}.`)
}

const adminOf = ({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Environment) => {
  if (email && password) return { email, password }
  if (email || password)
    throw new SettingError(`Impostazione ${email ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'} mancante: vanno scelte insieme.`)
  return undefined
}

const readNode = (env: Environment): ChainSettings['node'] => {
  const { CHAIN_RPC_URL: url, TOKEN_ADDRESS: token, TREASURY_KEY: treasuryKey } = env
  if (!url) {
    const unused = token ? 'TOKEN_ADDRESS' : treasuryKey && 'TREASURY_KEY'
    if (unused) throw new SettingError(`Impostazione CHAIN_RPC_URL mancante: senza un nodo ${unused} non ha effetto.`)
    return undefined
  }
  if (!token) throw new SettingError('Impostazione TOKEN_ADDRESS mancante: serve quando c’è CHAIN_RPC_URL.')
  if (!treasuryKey) throw new SettingError('Impostazione TREASURY_KEY mancante: serve quando c’è CHAIN_RPC_URL.')
  return { url, token, treasuryKey, gas: env.CHAIN_GAS }
}

const readChain = (env: Environment): ChainSettings => ({
  id: env.CHAIN_ID,
  node: readNode(env),
  requiresIsolation: env.NODE_ENV === 'production' && env.CHAIN_ISOLATION === 'on',
})

const readDirectUrl = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string | undefined => {
  if (DATABASE_DIRECT_URL && !DATABASE_URL)
    throw new SettingError('Impostazione DATABASE_URL mancante: serve quando c’è DATABASE_DIRECT_URL.')
  return DATABASE_DIRECT_URL
}

const readReplicaUrls = ({ DATABASE_URL, DATABASE_READ_URLS }: Environment): string[] => {
  if (DATABASE_READ_URLS.length > 0 && !DATABASE_URL)
    throw new SettingError('Impostazione DATABASE_URL mancante: serve quando c’è DATABASE_READ_URLS.')
  return DATABASE_READ_URLS
}

/** Without a mail server, what a developer answers at /posta is read. */
const readMailIn = ({ MAIL_IN_URL: url, MAIL_IN_ADDRESS: address, SMTP_URL, NODE_ENV }: Environment, host: string) => {
  if (url && !address) throw new SettingError('Impostazione MAIL_IN_ADDRESS mancante: serve quando c’è MAIL_IN_URL.')
  if (address && !url) throw new SettingError('Impostazione MAIL_IN_URL mancante: serve quando c’è MAIL_IN_ADDRESS.')
  const isLocal = SMTP_URL === undefined && NODE_ENV !== 'production'
  return { inUrl: url, inAddress: address ?? (isLocal ? `risposte@${host}` : undefined) }
}

const S3_REQUIRED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const readS3 = (env: Environment): S3Settings | undefined => {
  const given = ([...S3_REQUIRED, 'S3_REGION', 'S3_PUBLIC_URL'] as const).find((name) => env[name])
  if (!given) return undefined
  const missing = S3_REQUIRED.find((name) => !env[name])
  if (missing) throw new SettingError(`Impostazione ${missing} mancante: serve quando c’è ${given}.`)
  const { S3_ENDPOINT = '', S3_BUCKET: bucket = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = env
  const endpoint = S3_ENDPOINT.replace(/\/$/, '')
  return {
    endpoint,
    bucket,
    region: env.S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    publicUrl: (env.S3_PUBLIC_URL ?? `${endpoint}/${bucket}`).replace(/\/$/, ''),
  }
}

const readBackups = (env: Environment) => {
  const { BACKUPS, BACKUP_PASSPHRASE: passphrase } = env
  if (passphrase && !env.S3_ENDPOINT)
    throw new SettingError('Impostazione S3_ENDPOINT mancante: serve quando c’è BACKUP_PASSPHRASE.')
  return { nightly: BACKUPS === 'on', passphrase }
}

const firstSettings = (env: Environment): SettingsContent => ({
  name: env.ASSOCIATION_NAME,
  url: env.ASSOCIATION_URL,
  logo: '',
  colours: DEFAULT_COLOURS,
  banner: DEFAULT_BANNER,
  strip: { ...DEFAULT_STRIP, url: env.VAL_APP_URL },
  valAppUrl: env.VAL_APP_URL,
  marketUrl: env.MARKET_URL,
  partners: env.PARTNERS ?? (env.NODE_ENV === 'production' ? [] : EXAMPLE_PARTNERS),
  contacts: { email: '', phone: '', address: '' },
  welcome: {
    val: env.WELCOME_VAL ?? (env.CHAIN_RPC_URL ? 0 : EMBEDDED_CHAIN_WELCOME_VAL),
    when: env.WELCOME_WHEN,
  },
  limits: {
    ...DEFAULT_LIMITS,
    transferPasswordAbove: env.TRANSFER_PASSWORD_ABOVE ?? DEFAULT_LIMITS.transferPasswordAbove,
  },
})

export const readSettings = (environment: NodeJS.ProcessEnv) => {
  const env = readEnvironment(environment)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '')
  const production = env.NODE_ENV === 'production'
  const required = production ? (['AUTH_SECRET', 'WALLET_SECRET', 'PUBLIC_URL', 'SMTP_URL'] as const) : []
  for (const name of required) {
    if (!env[name])
      throw new SettingError(`Impostazione ${name} mancante: in produzione va scelta, non ha un valore predefinito.`)
  }
  if (production && env.DEMO === '1')
    throw new SettingError('Impostazione DEMO non valida: in produzione non ci sono account di prova.')
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** The direct address of the database, if databaseUrl is a pooler in transaction mode. */
    databaseDirectUrl: readDirectUrl(env),
    /** Streaming replicas for public reads. */
    databaseReadUrls: readReplicaUrls(env),
    /** The user to become when started as root. */
    runAs: env.RUN_AS,
    demo: env.DEMO === undefined ? undefined : env.DEMO === '1',
    rateLimits: production || env.RATE_LIMITS === 'on',
    /** Mails that can wait are not sent from 22 to 8. */
    quietHours: env.QUIET_HOURS === 'on',
    authSecret: env.AUTH_SECRET,
    walletSecret: env.WALLET_SECRET,
    /** Undefined: pictures are stored in DATA_DIR. */
    s3: readS3(env),
    chain: readChain(env),
    metricsToken: env.METRICS_TOKEN,
    /** How long requests are still handled after SIGTERM, until load balancers send no more. */
    drainSeconds: env.DRAIN_SECONDS ?? (production ? 5 : 0),
    /** Proxies whose X-Forwarded-For is trusted. */
    trustedProxies: env.TRUSTED_PROXIES,
    /** Size of the cache of public responses; 0 turns it off. */
    cacheMegabytes: env.CACHE_MB,
    googleMapsKey: env.GOOGLE_MAPS_KEY ?? '',
    /** Without smtpUrl mails are not sent; outside production they can be read at /posta. */
    backups: readBackups(env),
    mail: {
      smtpUrl: env.SMTP_URL === 'none' ? undefined : env.SMTP_URL,
      from: env.MAIL_FROM,
      /** Where answers to mails come in, and their address; members answer on the site where there is none. */
      ...readMailIn(env, new URL(publicUrl).hostname),
    },
    admin: adminOf(env),
    site: { publicUrl, mapTiles: env.MAP_TILES } satisfies Partial<SiteSettings>,
    /** Initial values of the settings that an admin changes at /impostazioni. */
    association: firstSettings(env),
  }
}
