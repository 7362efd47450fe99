import { expect, test } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import type { ValRequestPage } from '#domain/val/transfers.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { anOwnPiazza, aPiazza, SECRET } from '#test/fixtures.ts'
import { aRegisteredMember, REGISTERED_PASSWORD } from '#test/registered-member.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const aMemberWithWallet = async (piazza: Piazza) => {
  const member = await piazza.aMember({ hasAd: true })
  const { account, sealedKey } = makeKeys(SECRET).make(member.id)
  await piazza.db.execute(
    sql`update member set account = ${account}, account_key = ${sealedKey} where id = ${member.id}`,
  )
  return member
}

test('a request for VAL under the name of another shop shows the real username, and moves nothing', async () => {
  const piazza = await anOwnPiazza()
  const [victim, baker, phisher] = [
    await aMemberWithWallet(piazza),
    await aMemberWithWallet(piazza),
    await aMemberWithWallet(piazza),
  ]
  const shop = `Bottega ${baker.username}`
  const { token } = phisher
  expect((await piazza.call('PUT', '/api/users/profile', { token, body: { sellerName: shop } })).status).toBe(200)
  const note = 'Saldo su https://piazza.example.ladro.test <b>subito</b>'
  const body = { from: victim.username, amount: 40, note, to: baker.username, state: 'paid' }
  expect((await piazza.call('POST', '/api/wallet/requests', { token, body })).status).toBe(200)

  const own = { token: victim.token }
  const { notices } = (await piazza.call('GET', '/api/notices', own)).body as NoticePage
  expect(notices.map(({ text, link }) => ({ text, link }))).toEqual([
    { text: `${shop} (${phisher.username}) ti chiede 40 VAL per «${note}».`, link: '/portafoglio#richieste' },
  ])
  const { requests } = (await piazza.call('GET', '/api/wallet/requests', own)).body as ValRequestPage
  expect(requests).toMatchObject([{ to: phisher.username, toName: shop, state: 'open', note }])
  expect(await piazza.db.query(sql`select from chain_transaction`)).toEqual([])
})

test.each(['Tesoreria', 'TESORERIA', ' tesoreria ', 'Tes0rer1a', 'Tésoreria', 'ＴＥＳＯＲＥＲＩＡ', 'Te.so-re_ria!'])(
  'nobody is called like the treasury: %s',
  async (name) => {
    const piazza = await aPiazza()
    const { token } = await piazza.aMember()
    expect((await piazza.call('PUT', '/api/users/profile', { token, body: { sellerName: name } })).status).toBe(422)
    const person = { email: 'finta@esempio.test', password: REGISTERED_PASSWORD }
    for (const names of [{ username: name }, { username: 'FINTA', sellername: name }])
      expect((await piazza.call('POST', '/api/users/register', { body: { ...person, ...names } })).status).toBe(422)
    expect(await piazza.db.query(sql`select from member where email = ${person.email}`)).toEqual([])
  },
)

const register = (piazza: Awaited<ReturnType<typeof aPiazza>>, names: object) =>
  piazza.call('POST', '/api/users/register', {
    body: { email: 'finta@esempio.test', password: REGISTERED_PASSWORD, ...names },
  })

test.each(['ADMIN', 'adm1n', 'Amministrazione', 'Sp0rtello', 'Moderatore!', 'ROOT', 'Utente cancellato', 'Àdmin'])(
  'nobody can take a new name that passes for the association or the site: %s',
  async (name) => {
    const piazza = await aPiazza()
    const message = 'Questo nome è riservato all’associazione: scegline un altro.'
    expect(await register(piazza, { username: name })).toMatchObject({ status: 422, body: { message } })
    expect(await register(piazza, { username: 'FINTA', sellername: name })).toMatchObject({
      status: 422,
      body: { message, errors: { sellername: message } },
    })
    const { id, token } = await piazza.aMember()
    for (const field of ['sellerName', 'name'])
      expect(await piazza.call('PUT', '/api/users/profile', { token, body: { [field]: name } })).toMatchObject({
        status: 422,
        body: { message, errors: { [field]: message } },
      })
    // A shop that has had the name for long can still save its profile.
    await piazza.db.execute(sql`update member set seller_name = ${name} where id = ${id}`)
    const body = { sellerName: name, sellerDescription: 'Ripariamo tutto.' }
    expect((await piazza.call('PUT', '/api/users/profile', { token, body })).status).toBe(200)
  },
)

test('nobody can take the name of the association, also as a new name of a shop, and nobody is registered with it', async () => {
  const piazza = await anOwnPiazza({ env: { ASSOCIATION_NAME: 'Banca del Tempo Rivoli' } })
  const name = 'Banca del Tempo Riv0li'
  const reserved = { status: 422, body: { message: 'Questo nome è riservato all’associazione: scegline un altro.' } }
  expect(await register(piazza, { username: name })).toMatchObject(reserved)
  expect(await register(piazza, { username: 'FINTA', sellername: name })).toMatchObject(reserved)
  const { token } = await piazza.aMember()
  const profile = (sellerName: string) => piazza.call('PUT', '/api/users/profile', { token, body: { sellerName } })
  expect(await profile(name)).toMatchObject(reserved)
  expect(await profile('Amici della Banca del Tempo Rivoli')).toMatchObject({ status: 200 })
  const desk = await piazza.aMember({ isAdmin: true })
  const atDesk = (person: object) => piazza.call('POST', '/api/desk/members', { token: desk.token, body: person })
  const person = { username: 'ROSINA', name: 'Banca del Tempo', surname: 'Rivoli', phone: '011 123', pin: '482915' }
  expect(await atDesk(person)).toMatchObject(reserved)
})

test.each([
  ['..', 'lettera o una cifra'],
  ['.', 'lettera o una cifra'],
  ['@!', 'lettera o una cifra'],
  ['A/../B', 'non usare /'],
  ['A%0D%0AB', 'non usare /'],
  ['A%00', 'non usare /'],
  ['A#B', 'non usare /'],
  ['A\\B', 'alfabeto latino'],
  ['A\u0000B', 'caratteri non ammessi'],
  ['A\u001b[31mB', 'caratteri non ammessi'],
])('the name %j is refused, because it does not survive in a link', async (username, reason) => {
  const piazza = await aPiazza()
  const { status, body } = await register(piazza, { username })
  expect(status).toBe(422)
  expect(body).toMatchObject({ message: expect.stringContaining(reason) })
})

test('a payment link with a name that looks like another finds nobody, because nobody can have that name', async () => {
  const piazza = await aPiazza()
  const baker = await aRegisteredMember(piazza, 'FORNO_DI_BORGO1')
  const { token } = await aMemberWithWallet(piazza)
  const find = (username: string) =>
    piazza.call('GET', `/api/wallet/recipients/${encodeURIComponent(username)}`, { token })
  expect(await find('forno_di_borgo1')).toMatchObject({ status: 200, body: { username: baker.username } })
  const nobody = { status: 404 }
  const theBaker = { status: 200, body: { username: baker.username } }
  for (const [name, status, found] of [
    ['FORNO_DI_B0RGO1', 409, nobody],
    ['FORNO_DI_BORGOI', 409, nobody],
    ['ＦＯＲＮＯ_DI_BORGO1', 409, theBaker],
    // Cyrillic and Greek letters, a zero-width space, and a mark that reverses the direction of writing.
    ['F\u041eRN\u041e_DI_BORGO1', 422, nobody],
    ['F\u039fRNO_DI_BORGO1', 422, nobody],
    ['FORNO\u200b_DI_BORGO1', 422, nobody],
    ['FORNO_DI_\u202eBORGO1', 422, nobody],
  ] as const) {
    const body = { username: name, email: 'finta@esempio.test', password: REGISTERED_PASSWORD }
    expect((await piazza.call('POST', '/api/users/register', { body })).status, name).toBe(status)
    expect(await find(name), name).toMatchObject(found)
  }
})
