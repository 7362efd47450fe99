import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Returns the member of the bearer token; null without a token. Throws a 401 if the token is not valid. */
    findViewer(): Promise<Viewer>
    foundViewer: Promise<Viewer> | null
  }
}

const BEARER = /^Bearer(?: +|$)/i

/** The bearer token of a request; undefined without one. */
export const bearerToken = ({ authorization }: { authorization?: string | undefined }): string | undefined =>
  authorization && BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined

export const authenticate = (app: FastifyInstance, recognise: (token: string) => Promise<Viewer>): void => {
  const find = async (token: string | undefined): Promise<Viewer> => {
    if (token === undefined) return null
    const viewer = await recognise(token)
    if (!viewer) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    return viewer
  }
  app.decorateRequest('foundViewer', null)
  app.decorateRequest('findViewer', function () {
    this.foundViewer ??= find(bearerToken(this.headers))
    return this.foundViewer
  })
}
