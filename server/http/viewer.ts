import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#domain/access.ts'

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
