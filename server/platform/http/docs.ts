import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** OpenAPI documentation at /api/docs, from the schemas of the calls. Register before the calls. */
export const registerDocs = async (app: FastifyInstance, serverUrl: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Piazza', description: 'Annunci di una comunità, in euro e in VAL.', version: '1' },
      servers: [{ url: serverUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: false },
  })
}
