import { randomBytes } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import fastJsonStringify from 'fast-json-stringify'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { Registry } from 'prom-client'
import { z } from 'zod'
import type { SiteSettings } from '#domain/association/settings.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { PageServices } from '#domain/page-services.ts'
import { registerApi } from '#server/api.ts'
import { makeBackupDownload } from '#server/association/backups/service.ts'
import { makeStatus } from '#server/association/status/make.ts'
import { registerFeeds } from '#server/market/feeds/register.ts'
import { measureStorage } from '#server/market/uploads/measured.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import { watchChanges } from '#server/platform/cache/invalidation.ts'
import { cacheResponses } from '#server/platform/cache/plugin.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { openReplicas } from '#server/platform/db/replicas.ts'
import { sql } from '#server/platform/db/sql.ts'
import { authenticate } from '#server/platform/http/auth.ts'
import { CONNECTION_TIMEOUTS, limitConnections } from '#server/platform/http/connections.ts'
import { registerDocs } from '#server/platform/http/docs.ts'
import { type Drain, makeDrain } from '#server/platform/http/drain.ts'
import { closeAfterEarlyAnswers } from '#server/platform/http/early-answers.ts'
import { handleErrors } from '#server/platform/http/errors.ts'
import { secureHeaders } from '#server/platform/http/headers.ts'
import { registerHealth } from '#server/platform/http/health.ts'
import { genericSentence } from '#server/platform/http/input-errors.ts'
import { loggerOptions, logResponses } from '#server/platform/http/log.ts'
import { registerMetrics } from '#server/platform/http/metrics.ts'
import { registerPages } from '#server/platform/http/pages.ts'
import { refuseUnknownTargets } from '#server/platform/http/request-target.ts'
import { registerSiteFiles } from '#server/platform/http/site-files.ts'
import { measureJobs } from '#server/platform/jobs/metrics.ts'
import type { Post } from '#server/platform/outgoing/post.ts'
import { UPLOAD_TIMEOUT_MS } from '#server/platform/timeouts.ts'
import { makeServices, type Services } from '#server/services.ts'
import type { Settings } from '#server/settings.ts'
import { registerMailbox } from '#server/talk/mail/mailbox.ts'
import { makeStreamHub } from '#server/talk/stream/hub.ts'
import type { Schedule } from '#server/tasks.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { makeJobWorkers } from '#server/workers.ts'

z.config({ customError: genericSentence })

export type AppParts = {
  db: Database
  settings: Settings
  authSecret: string
  walletSecret: string
  chain: Chain
  /** Whether no other program on this machine can reach the chain; true if not given. */
  isChainIsolated?: boolean
  storage: Storage
  /** Calls push services; other than the default only in tests. */
  post?: Post | undefined
  /** Pictures stored on this machine are served from here, also when new ones go to an object store. */
  uploadsFolder: string
  clock: () => Date
  logLevel: string
  /** From the build, from source through Vite, or none (tests of the API alone). */
  pages: 'production' | 'development' | 'none'
  schedule: Schedule
  /** Minimum for all handler timeouts; for tests on a busy machine. */
  leastTimeoutMs?: number | undefined
}

const BODY_BYTES = 64 * 1024
const ONE_YEAR = 365 * 24 * 60 * 60 * 1000

const KEEP_ALIVE_TIMEOUT_MS = 65_000
const MEGABYTE = 1024 * 1024

/** Ids that are unique across restarts and instances of the server. */
const requestIds = () => {
  const run = randomBytes(8).toString('hex')
  let count = 0
  return () => `${run}-${++count}`
}

/** URLs that may contain a password or a key and appear in error messages. */
const secretUrls = ({ databaseUrl, databaseDirectUrl, databaseReadUrls, mail, chain }: Settings): string[] =>
  [databaseUrl, databaseDirectUrl, ...databaseReadUrls, mail.smtpUrl, mail.inUrl, chain.node?.url].filter(
    (url) => url !== undefined,
  )

const createServer = (logLevel: string, settings: Settings): FastifyInstance =>
  Fastify({
    http: CONNECTION_TIMEOUTS,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    logger: loggerOptions(logLevel, secretUrls(settings)),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    trustProxy: settings.trustedProxies,
    bodyLimit: BODY_BYTES,
    forceCloseConnections: 'idle',
    // Handles requests that arrive while the server closes, and closes their connections after the response.
    return503OnClosing: false,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { maxParamLength: 300 },
    // Fastify does not pass a malformed URL to the error handler.
    frameworkErrors: (_error, _request, reply: FastifyReply) => reply.code(400).send({ message: MESSAGES.malformed }),
  })

/** The services that pages may use: public data only. */
const pageServices = (
  site: SiteSettings,
  { publicReads: { listings, profiles, feedback }, threads, texts, figures, rounds }: Services,
): PageServices => ({
  site,
  currency: { figures: figures.read, rounds: () => rounds.list(1) },
  listings: { list: listings.list, get: (id) => listings.get(id), categories: listings.categories },
  members: { ...profiles, answerTime: threads.answerTime, feedback: feedback.about },
  texts,
})

/** Accepts and ignores form bodies: mail clients send one for one-click unsubscription. */
const ignoreForms = (app: FastifyInstance): void => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, undefined),
  )
}

export type App = FastifyInstance & { drain: Drain }

/** Builds the server without listening. */
export const buildApp = async (parts: AppParts): Promise<App> => {
  const { db, settings, clock } = parts
  const app = createServer(parts.logLevel, settings)
  const { leastTimeoutMs } = parts
  if (leastTimeoutMs)
    app.addHook('onRoute', (route) => {
      route.handlerTimeout = Math.max(route.handlerTimeout ?? 0, leastTimeoutMs)
    })
  limitConnections(app.server, settings.trustedProxies)
  logResponses(app)
  const drain = makeDrain(app)
  const registry = new Registry()
  const storage = measureStorage(parts.storage, registry)
  const wallet = makeWallet({
    db,
    chain: parts.chain,
    secret: parts.walletSecret,
    now: clock,
    log: (error) => app.log.warn({ err: error }, 'wallet: the chain is not available'),
  })
  const replicas = openReplicas(db, settings.databaseReadUrls, (line) => app.log.warn(line))
  const services = makeServices({
    db,
    reads: replicas.reads,
    settings,
    authSecret: parts.authSecret,
    storage,
    post: parts.post,
    wallet: { ...wallet.service, settling: wallet.settling },
    now: clock,
  })
  const { currentSettings } = services
  // If this fails, watchChanges loads the settings once the database can be reached.
  await currentSettings.load().catch((error) => app.log.warn({ err: error }, 'the settings could not be read'))
  const changes = watchChanges({
    db,
    isCaching: settings.cacheMegabytes > 0,
    loadSettings: currentSettings.load,
    invalidate: () => cache.invalidate(),
    timedChanges: () => sql`concat_ws(' ', (${services.listings.lastExpiry}), (${services.feedback.lastShown()}))`,
    report: (error) => app.log.warn({ err: error }, 'the settings could not be read'),
  })
  const streamHub = makeStreamHub({
    db,
    store: services.streamStore,
    recognise: services.members.sessions.recognise,
    report: (error) => app.log.warn({ err: error }, 'event streams: the events could not be read'),
  })
  const status = makeStatus({
    db,
    chain: parts.chain,
    isChainIsolated: parts.isChainIsolated,
    hasNightlyBackup: settings.backups.nightly,
    storage,
    mailUrls: settings.mail,
    uploadsFolder: parts.uploadsFolder,
    readRecordedChain: wallet.recorded,
    registry,
    services,
    now: clock,
    report: (error) => app.log.warn({ err: error }, 'status: the check failed'),
  })
  const workers = [
    replicas,
    streamHub,
    changes,
    status.worker,
    ...makeJobWorkers({
      db,
      services,
      wallet,
      settings,
      schedule: parts.schedule,
      site: currentSettings.site,
      now: clock,
      log: app.log,
      noteRun: measureJobs(registry),
    }),
  ]
  app.addHook('onReady', async () => {
    if (settings.admin) await services.members.registration.ensureAdmin(settings.admin)
  })
  app.addHook('onListen', async () => {
    for (const worker of workers) worker.start()
  })
  // The server does not close while event streams are open.
  app.addHook('preClose', async () => streamHub.close())
  app.addHook('onClose', () => Promise.all(workers.map((worker) => worker.stop())))
  // registerCall parses the input after it has checked the audience; Fastify uses the schemas only for responses and docs.
  app.setValidatorCompiler(() => () => true)
  // Compiles each serialiser on first use, to start faster.
  app.setSerializerCompiler(({ schema }) => {
    let serialise: ReturnType<typeof fastJsonStringify> | undefined
    return (payload) => {
      serialise ??= fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0])
      return serialise(payload)
    }
  })
  closeAfterEarlyAnswers(app)
  secureHeaders(app, { overTls: settings.site.publicUrl.startsWith('https:') })
  handleErrors(app)
  refuseUnknownTargets(app)
  const cache = cacheResponses(app, {
    maxBytes: settings.cacheMegabytes * MEGABYTE,
    isTrusted: changes.isTrusted,
    onInvalidate: replicas.expectChange,
  })
  authenticate(app, services.members.sessions.recognise)
  ignoreForms(app)
  app.setNotFoundHandler(() => {
    throw new AppError('notFound', MESSAGES.pageNotFound)
  })
  registerHealth(app, { db, drain })
  registerMetrics(app, {
    registry,
    parts: status.metrics,
    cacheFigures: cache.figures,
    metricsToken: settings.metricsToken,
    needsToken: settings.production,
  })
  await registerDocs(app, settings.site.publicUrl)
  const { googleMapsKey } = settings
  const statements = wallet.makeStatements(services.explainMovements)
  const apiParts = {
    ...services,
    wallet: wallet.service,
    statements,
    googleMapsKey,
    streamHub,
    status: status.status,
    downloadBackup: makeBackupDownload({ ...services, db, dataDir: settings.dataDir }),
  }
  registerApi(app, apiParts, leastTimeoutMs)
  await app.register(fastifyStatic, {
    root: parts.uploadsFolder,
    prefix: '/uploads/',
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: ONE_YEAR,
  })
  registerSiteFiles(app, currentSettings.site)
  registerFeeds(app, { site: currentSettings.site, listings: services.publicReads.listings, now: clock })
  if (!settings.production && !settings.mail.smtpUrl) registerMailbox(app, services)
  const imageOrigins = settings.s3 ? [new URL(settings.s3.publicUrl).origin] : []
  const google = settings.googleMapsKey !== ''
  if (parts.pages !== 'none')
    await registerPages(app, {
      services: pageServices(currentSettings.site, services),
      mode: parts.pages,
      imageOrigins,
      google,
    })
  return Object.assign(app, { drain })
}
