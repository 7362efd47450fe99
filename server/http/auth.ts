import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The member whose bearer token the request carries; null without a token. Fails with 401 if the token is not valid. */
    findViewer(): Promise<Viewer>
  }
}

const BEARER = /^Bearer(?: +|$)/

export const authenticate = (app: FastifyInstance, recognise: (token: string) => Promise<Viewer>): void => {
  app.decorateRequest('findViewer', async function () {
    const header = this.headers.authorization
    if (!header || !BEARER.test(header)) return null
    const viewer = await recognise(header.replace(BEARER, ''))
    if (!viewer) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    return viewer
  })
}
