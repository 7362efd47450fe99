import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Returns the member of the bearer token; null without a token. With a token that is not valid, for example of a session
     * that has ended, returns null too for a public call, and throws a 401 for others.
     */
    findViewer(call: { isPublic: boolean }): Promise<Viewer>
    foundViewer: Promise<Viewer | undefined> | null
  }
}

const BEARER = /^Bearer(?: +|$)/i

/** The bearer token of a request; undefined without one. */
export const bearerToken = ({ authorization }: { authorization?: string | undefined }): string | undefined =>
  authorization && BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined

export const authenticate = (app: FastifyInstance, recognise: (token: string) => Promise<Viewer>): void => {
  const find = async (token: string | undefined): Promise<Viewer | undefined> =>
    token === undefined ? null : ((await recognise(token)) ?? undefined)
  app.decorateRequest('foundViewer', null)
  app.decorateRequest('findViewer', async function ({ isPublic }) {
    this.foundViewer ??= find(bearerToken(this.headers))
    const viewer = await this.foundViewer
    if (viewer === undefined && !isPublic) throw new AppError('unauthenticated', MESSAGES.unauthenticated)
    return viewer ?? null
  })
}
