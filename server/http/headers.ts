import type { FastifyInstance } from 'fastify'

// Answers of the API are data: no browser is to render, frame or guess them.
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

export const secureHeaders = (app: FastifyInstance, { overTls }: { overTls: boolean }): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': API_POLICY,
    })
    if (overTls) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}
