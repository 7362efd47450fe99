import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#domain/access.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, by the bearer token; a visitor where there is none or it does not hold. */
    findViewer(): Promise<Viewer>
  }
}

export const recogniseViewers = (app: FastifyInstance, recognise: (token: string) => Promise<Viewer>): void => {
  app.decorateRequest('findViewer', async function () {
    const header = this.headers.authorization
    return header?.startsWith('Bearer ') ? recognise(header.slice('Bearer '.length)) : null
  })
}
