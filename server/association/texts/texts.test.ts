import { expect, test } from 'vitest'
import type { PageText } from '#domain/association/page-texts.schema.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { linkTo } from '#test/mailbox.ts'

const setUp = async () => {
  const piazza = await anOwnPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const read = async (page: string) => (await piazza.call('GET', `/api/pages/${page}`)).body as PageText
  const write = (page: string, body: object, token = admin.token) =>
    piazza.call('PUT', `/api/pages/${page}`, { token, body })
  const terms = async (token: string) => (await piazza.call('GET', '/api/terms', { token })).body
  return { ...piazza, admin, read, write, terms }
}

test('terms, contact and imprint have a first text, which admins replace, each version once', async () => {
  const piazza = await setUp()
  for (const page of ['terms', 'contact', 'imprint']) {
    expect(await piazza.read(page)).toMatchObject({ page, version: 1, text: expect.not.stringContaining('{') })
    expect((await piazza.write(page, { text: 'Nuovo', version: 1 })).body).toMatchObject({ version: 2, text: 'Nuovo' })
    expect((await piazza.write(page, { text: 'Altro', version: 1 })).status).toBe(409)
    expect(await piazza.read(page)).toMatchObject({ version: 2, text: 'Nuovo' })
  }
  expect((await piazza.call('GET', '/api/pages/other')).status).toBe(404)
  expect((await piazza.write('terms', { text: ' ', version: 2 })).status).toBe(422)
  expect((await piazza.write('terms', { text: 'x', version: 2 }, (await piazza.aMember()).token)).status).toBe(403)
})

test('registering accepts the terms; they are asked for again when they change', async () => {
  const piazza = await setUp()
  await piazza.write('terms', { text: 'Seconda versione', version: 1 })
  const body = { username: 'NUOVA', email: 'nuova@esempio.test', password: 'una-password' }
  expect((await piazza.call('POST', '/api/users/register', { body })).status).toBe(200)
  await piazza.call('POST', `/api/users/verification/${await linkTo(piazza.db, body.email, 'verification')}`)
  const signedIn = await piazza.call('POST', '/api/users/signin', { body })
  const { token } = signedIn.body as { token: string }
  expect(await piazza.terms(token)).toEqual({ version: 2, accepted: 2 })
  await piazza.write('terms', { text: 'Terza versione', version: 2 })
  expect(await piazza.terms(token)).toEqual({ version: 3, accepted: 2 })
  const accept = (version: number) => piazza.call('POST', '/api/terms', { token, body: { version } })
  expect((await accept(2)).status).toBe(409)
  expect((await accept(3)).status).toBe(200)
  expect(await piazza.terms(token)).toEqual({ version: 3, accepted: 3 })
})
