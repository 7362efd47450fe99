import { expect, test } from 'vitest'
import { aPiazza } from '#test/fixtures.ts'

const TOO_SHORT = 'La password deve avere almeno 6 caratteri'

test('a rule with a sentence of its own is answered with that sentence alone', async () => {
  const piazza = await aPiazza()
  const person = { username: 'LINA DEL BORGO', email: 'lina@borgo.test', password: 'breve' }
  expect(await piazza.call('POST', '/api/users/register', { body: person })).toMatchObject({
    status: 422,
    body: { message: TOO_SHORT, errors: { password: TOO_SHORT } },
  })
  const { token } = await piazza.aMember()
  for (const [field, value, sentence] of [
    ['city', 'Atlantide', 'Scegli una provincia dall’elenco.'],
    ['gender', 'X', 'Scegli M o F.'],
    ['zipCode', '123', 'Il CAP ha 5 cifre.'],
    ['birthday', '31.12.1990', 'Scrivi la data come gg/mm/aaaa.'],
  ] as const)
    expect(await piazza.call('PUT', '/api/users/profile', { token, body: { [field]: value } })).toMatchObject({
      status: 422,
      body: { message: sentence, errors: { [field]: sentence } },
    })
})

test('what is missing, of the wrong type or out of range is told in Italian', async () => {
  const piazza = await aPiazza()
  const registering = (body: object) => piazza.call('POST', '/api/users/register', { body })
  expect(await registering({})).toMatchObject({
    status: 422,
    body: {
      message: 'Il campo «username» manca.',
      errors: { username: 'Questo campo manca.', email: 'Questo campo manca.', password: 'Questo campo manca.' },
    },
  })
  const person = { username: 'LINA', email: 'lina@borgo.test', password: 'abbastanza-lunga' }
  expect(await registering({ ...person, username: 12 })).toMatchObject({
    body: { message: 'Il campo «username» deve essere un testo.' },
  })
  expect(await registering({ ...person, referer: 'Rosa' })).toMatchObject({
    body: { message: 'Il campo «referer» deve essere un elenco.' },
  })
  for (const body of [undefined, null, [], 'testo', 12])
    expect((await piazza.call('POST', '/api/users/signin', { body })).body).toMatchObject({
      message: expect.not.stringMatching(/undefined|null|string\b|object|atteso|Invalid/),
    })
  expect(await piazza.call('GET', '/api/products?pageSize=61')).toMatchObject({
    status: 400,
    body: { message: 'Serve un numero da 1 a 60.' },
  })
})
