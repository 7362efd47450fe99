import { randomUUID } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { apiCalls } from '#server/api.ts'
import { ownCalls } from '#server/api-own.ts'
import type { Chain } from '#server/chain/client.ts'
import type { Database } from '#server/db/connect.ts'
import { registerDocs } from '#server/http/docs.ts'
import { answerErrors } from '#server/http/errors.ts'
import { secureHeaders } from '#server/http/headers.ts'
import { loggerOptions } from '#server/http/log.ts'
import { registerPages } from '#server/http/pages.ts'
import { registerProbes } from '#server/http/probes.ts'
import { recogniseViewers } from '#server/http/viewer.ts'
import { makeListingsService } from '#server/listings/service.ts'
import { makeListingsStore } from '#server/listings/store.ts'
import { makeMembersService } from '#server/members/service.ts'
import { makeMembersStore } from '#server/members/store.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { makeReviewsService } from '#server/reviews/service.ts'
import { makeReviewsStore } from '#server/reviews/store.ts'
import type { Settings } from '#server/settings.ts'
import { makeWallet } from '#server/wallet/make.ts'

z.config(z.locales.it())

export type AppParts = {
  db: Database
  settings: Settings
  authSecret: string
  walletSecret: string
  chain: Chain
  uploadsFolder: string
  clock: () => Date
  logLevel: string
  /** Pages come from the build, are rendered from source as it changes, or are left out (tests of the API alone). */
  pages: 'production' | 'development' | 'none'
}

const BODY_BYTES = 256 * 1024
// Above the time a statement may take; a dependency that hangs longer answers 503.
const HANDLER_MILLISECONDS = 6_000
const ONE_YEAR = 365 * 24 * 60 * 60 * 1000

const makeServer = (logLevel: string): FastifyInstance =>
  Fastify({
    logger: loggerOptions(logLevel),
    genReqId: () => randomUUID(),
    trustProxy: 'loopback',
    bodyLimit: BODY_BYTES,
    requestTimeout: 30_000,
    handlerTimeout: HANDLER_MILLISECONDS,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { maxParamLength: 300 },
    // Paths that are no paths at all never reach a route or its error handler.
    frameworkErrors: (_error, _request, reply: FastifyReply) => reply.code(400).send({ message: MESSAGES.malformed }),
  })

/** Puts the parts together into a server that does not listen yet. */
export const buildApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { db, settings, clock } = parts
  const tokens = makeTokens(parts.authSecret, clock)
  const members = makeMembersService(makeMembersStore(db), tokens)
  const reviews = makeReviewsService(makeReviewsStore(db))
  const listings = makeListingsService(makeListingsStore(db), reviews, clock)

  const app = makeServer(parts.logLevel)
  const wallet = makeWallet({
    db,
    chain: parts.chain,
    secret: parts.walletSecret,
    welcomeGift: settings.welcomeGift,
    now: clock,
    log: (error) => app.log.warn({ err: error }, 'the wallets wait for the chain'),
  })
  app.addHook('onListen', async () => wallet.worker.start())
  app.addHook('onClose', () => wallet.worker.stop())
  // Schemas describe the calls and shape their answers; what comes in is parsed by the call itself, after the audience.
  app.setValidatorCompiler(() => () => true)
  secureHeaders(app, { overTls: settings.site.publicUrl.startsWith('https:') })
  answerErrors(app)
  recogniseViewers(app, members.recognise)
  app.setNotFoundHandler(() => {
    throw new AppError('missing', MESSAGES.pageMissing)
  })
  registerProbes(app, { db, metricsToken: settings.metricsToken })
  await registerDocs(app, settings.site.publicUrl)
  const calls = [
    ...apiCalls({ listings, googleMapsKey: settings.googleMapsKey }),
    ...ownCalls({ wallet: wallet.service, statements: wallet.statements }),
  ]
  for (const call of calls) call.register(app)
  await app.register(fastifyStatic, {
    root: parts.uploadsFolder,
    prefix: '/uploads/',
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: ONE_YEAR,
  })
  if (parts.pages !== 'none') {
    const services = { site: settings.site, listings: { ...listings, get: (id: string) => listings.get(id) } }
    await registerPages(app, { services, mode: parts.pages })
  }
  return app
}
