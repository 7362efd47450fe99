import type { FastifyInstance } from 'fastify'

// API responses are data: browsers must not render or frame them.
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

// Only relevant for documents.
const DOCUMENT_HEADERS = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
  'cross-origin-opener-policy': 'same-origin',
}

export const secureHeaders = (app: FastifyInstance, { overTls }: { overTls: boolean }): void => {
  const always = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(overTls ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id).headers(always)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY)
    if (String(reply.getHeader('content-type')).startsWith('text/html')) reply.headers(DOCUMENT_HEADERS)
    done()
  })
}
