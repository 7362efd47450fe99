import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { handleErrors } from '#server/platform/http/errors.ts'
import { registerPageRoutes } from '#server/platform/http/pages.ts'

test('a page request that fails before a page is rendered is answered with a page, an API request with JSON', async () => {
  const app = Fastify()
  handleErrors(app)
  const handler = async () => {
    throw new AppError('unavailable', `${MESSAGES.databaseUnavailable} <script>`)
  }
  registerPageRoutes(app, { handler, development: false, routeIds: new Set() })
  const page = await app.inject({ method: 'GET', url: '/search' })
  expect(page.statusCode).toBe(503)
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(page.headers).toHaveProperty('retry-after')
  expect(page.body).toContain(`<p>${MESSAGES.databaseUnavailable} &lt;script></p>`)
  const call = await app.inject({ method: 'GET', url: '/api/niente' })
  expect(call.json()).toEqual({ message: MESSAGES.pageNotFound })
  await app.close()
})
