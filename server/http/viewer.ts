import type { FastifyInstance } from 'fastify'
import type { Member, Viewer } from '#domain/access.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, by the bearer token; a visitor where it does not hold, and at once where there is none. */
    findViewer(): Promise<Viewer> | null
  }
}

export const recogniseViewers = (app: FastifyInstance, recognise: (token: string) => Promise<Viewer>): void => {
  app.decorateRequest('findViewer', function () {
    const header = this.headers.authorization
    return header?.startsWith('Bearer ') ? recognise(header.slice('Bearer '.length)) : null
  })
}

/** Whoever makes a call that is not public is somebody; the audience has seen to that. */
export const memberIn = ({ viewer }: { viewer: Viewer }): Member => {
  if (!viewer) throw new AppError('signedOut', MESSAGES.signedOut)
  return viewer
}
