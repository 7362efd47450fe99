import { expect, test } from 'vitest'
import { shownName } from '#domain/accounts/names.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aSubscriber } from '#test/newsletter-calls.ts'
import { aRegisteredMember, REGISTERED_PASSWORD } from '#test/registered-member.ts'

const PUBLIC_FIELDS = ['_id', 'createdAt', 'seller', 'username']

test('the member and admins get the full record, everyone else the public one', async () => {
  const piazza = await aPiazza()
  const seller = await piazza.aMember()
  const [other, admin] = [await piazza.aMember(), await piazza.aMember({ isAdmin: true })]
  const look = async (token?: string) =>
    (await piazza.call('GET', `/api/users/${seller.id}`, token ? { token } : {})).body as Record<string, unknown>
  for (const token of [seller.token, admin.token]) {
    expect(await look(token)).toMatchObject({
      email: seller.email,
      newsletter: 'Not Verified',
      verify: { verified: true },
    })
  }
  for (const token of [undefined, other.token]) {
    const record = await look(token)
    expect(Object.keys(record).toSorted()).toEqual(PUBLIC_FIELDS)
    expect(record.seller).toMatchObject({ name: `Bottega ${seller.username}`, rating: 0, numReviews: 0 })
  }
  expect(await look('forged')).toEqual({ message: 'Per continuare devi accedere.' })
})

test('others see the name that a member chose, at once; the form keeps what was written', async () => {
  const piazza = await aPiazza()
  const { id, token, username } = await piazza.aMember()
  const names: { sellerName: string; name: string }[] = [
    { sellerName: 'Forno del Borgo', name: 'Ugo' },
    { sellerName: username, name: 'Ugo' },
    { sellerName: '', name: 'Ugo' },
    { sellerName: '', name: '' },
  ]
  for (const chosen of names) {
    expect((await piazza.call('PUT', '/api/users/profile', { token, body: chosen })).status).toBe(200)
    const name = shownName({ ...chosen, username })
    await expect
      .poll(async () => (await piazza.call('GET', `/api/users/${id}`)).body)
      .toMatchObject({ username, seller: { name } })
    expect((await piazza.call('GET', `/api/users/${id}`, { token })).body).toMatchObject({
      sellerName: chosen.sellerName,
    })
  }
  const body = { name: 'Tesoreria' }
  expect((await piazza.call('PUT', '/api/users/profile', { token, body })).status).toBe(422)
})

test('for others, a member who is not a seller is not found', async () => {
  const piazza = await aPiazza()
  const unverified = await piazza.aMember({ verified: false, isSeller: true })
  const buyer = await piazza.aMember({ isSeller: false })
  const deleted = await piazza.aMember()
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  const other = await piazza.aMember()
  for (const { id } of [unverified, buyer, deleted, { id: crypto.randomUUID() }, { id: 'niente' }]) {
    expect((await piazza.call('GET', `/api/users/${id}`, { token: other.token })).status).toBe(404)
    expect((await piazza.call('GET', `/api/users/${id}`)).status).toBe(404)
  }
  expect((await piazza.call('GET', `/api/users/${buyer.id}`, { token: buyer.token })).status).toBe(200)
})

test('a profile change updates the given fields and no others', async () => {
  const piazza = await aPiazza()
  const { id, token, email, username } = await piazza.aMember()
  const change = (body: object) => piazza.call('PUT', '/api/users/profile', { token, body })
  const filled = {
    name: 'Rosa',
    surname: 'Rossi',
    gender: 'F',
    birthday: '7/3/1980',
    birthplace: 'Torino',
    cf: 'rssmra80a01h501u',
    phone: '011 000 000',
    referer: ['Borgo', 'Orto', 'Coro', 'Banda', 'Teatro'],
    city: 'Torino',
    zipCode: '10100',
    sellerName: 'Il forno',
    sellerLogo: (await piazza.aPicture({ id })).url,
    sellerDescription: 'Pane\ne focacce',
    sellerLink: 'https://forno.example',
  }
  const { status, body } = await change(filled)
  expect(status).toBe(200)
  expect(Object.keys(body as object).toSorted()).toEqual(
    ['_id', 'hasAd', 'isAdmin', 'isSeller', 'token', 'username', 'verified'].toSorted(),
  )
  const read = async () => (await piazza.call('GET', `/api/users/${id}`, { token })).body
  const whole = {
    name: 'Rosa',
    surname: 'Rossi',
    gender: 'F',
    birthday: '7/3/1980',
    birthplace: 'TORINO',
    cf: 'RSSMRA80A01H501U',
    referer: filled.referer,
    city: 'Torino',
    zipCode: '10100',
    seller: { name: 'Il forno', description: 'Pane\ne focacce', link: 'https://forno.example' },
  }
  expect(await read()).toMatchObject(whole)
  await change({ phone: '011 111 111' })
  expect(await read()).toMatchObject({ ...whole, phone: '011 111 111' })
  await change({ gender: '', birthday: '', city: '', zipCode: '', referer: [] })
  expect(await read()).toMatchObject({ gender: '', birthday: '', city: '', zipCode: '', referer: [], name: 'Rosa' })
  await change({
    username: 'ALTRA',
    isAdmin: true,
    verified: false,
    account: '0x0',
    hasAd: true,
  })
  expect(await read()).toMatchObject({
    username,
    email,
    isAdmin: false,
    verified: true,
    account: expect.not.stringMatching(/^0x0$/),
    hasAd: false,
  })
})

test('the userId in the body is ignored: the caller’s own profile is changed', async () => {
  const piazza = await aPiazza()
  const [rosa, bruno] = [await piazza.aMember(), await piazza.aMember()]
  const body = { userId: bruno.id, _id: bruno.id, name: 'Cambiata' }
  const answer = await piazza.call('PUT', '/api/users/profile', { token: rosa.token, body })
  expect(answer.body).toMatchObject({ _id: rosa.id })
  expect(
    await piazza.db.query(sql`select name from member where id in (${rosa.id}, ${bruno.id}) order by name`),
  ).toEqual([{ name: '' }, { name: 'Cambiata' }])
})

test.each([
  ['an unknown province', { city: 'Parigi' }],
  ['an unknown gender', { gender: 'X' }],
  ['a date that does not exist', { birthday: '31/2/1980' }],
  ['a date in words', { birthday: 'ieri' }],
  ['a sixth group', { referer: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  ['a birthday in the future', { birthday: '1/1/2190' }],
  ['a birthday of another age', { birthday: '1/1/1850' }],
  ['a tax code of 17 characters', { cf: 'A'.repeat(17) }],
  ['a tax code with a wrong check letter', { cf: 'RSSMRA80A01H501V' }],
  ['a telephone number in words', { phone: 'chiamami' }],
  ['a telephone number of five digits', { phone: '01 123' }],
  ['a telephone number of sixteen digits', { phone: '+1234567890123456' }],
  ['a postal code of four digits', { zipCode: '1012' }],
  ['a description of 1501 characters', { sellerDescription: 'a'.repeat(1501) }],
  ['a javascript: link', { sellerLink: 'javascript:alert(1)' }],
  ['a javascript: logo', { sellerLogo: 'javascript:alert(1)' }],
  ['a protocol-relative logo', { sellerLogo: '//altrove.example/x.png' }],
  ['a short password', { password: '12345' }],
  ['a lone surrogate', { name: '\ud800' }],
])('%s is refused with a message', async (_what, body) => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  const answer = await piazza.call('PUT', '/api/users/profile', { token, body })
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ message: expect.stringMatching(/\S/) })
})

test('an account tells whether its address gets the newsletter only once the address is verified', async () => {
  const piazza = await aPiazza()
  for (const verified of [false, true]) {
    const { id, email, token } = await piazza.aMember({ verified })
    await aSubscriber(piazza, { email })
    expect((await piazza.call('GET', `/api/users/${id}`, { token })).body).toMatchObject({
      newsletter: verified ? 'Verified' : 'Not Verified',
      newsletterAsked: verified,
    })
  }
})

test('a new password ends all sessions, returns a new token, and is announced by mail', async () => {
  const piazza = await aPiazza()
  const { email, token } = await piazza.aMember({ password: 'vecchia' })
  const { body } = await piazza.call('PUT', '/api/users/profile', {
    token,
    body: { password: 'nuova-nuova', currentPassword: 'vecchia', name: 'R' },
  })
  const fresh = (body as { token: string }).token
  expect((await piazza.call('GET', '/api/orders/mine', { token })).status).toBe(401)
  expect((await piazza.call('GET', '/api/orders/mine', { token: fresh })).status).toBe(200)
  const signIn = (password: string) => piazza.call('POST', '/api/users/signin', { body: { email, password } })
  expect((await signIn('vecchia')).status).toBe(401)
  expect((await signIn('nuova-nuova')).status).toBe(200)
  expect(await mailsTo(piazza.db, email)).toMatchObject([{ subject: expect.stringContaining('è cambiata') }])
})

test('hasAd is set on the member’s own request after the first listing with a real name, and stays set', async () => {
  const piazza = await aPiazza()
  const [member, other] = [await piazza.aMember(), await piazza.aMember()]
  const upgrade = (token: string) =>
    piazza.call('PUT', `/api/users/upgrade/${member.id}`, { token, body: { hasAd: true } })
  await piazza.db.execute(sql`insert into listing (seller_id, name) values (${member.id}, 'Annunci# 1')`)
  expect((await upgrade(member.token)).body).toMatchObject({ hasAd: false })
  await piazza.aListing({ by: member })
  expect((await upgrade(other.token)).status).toBe(403)
  expect((await upgrade(member.token)).body).toMatchObject({ _id: member.id, hasAd: true, token: expect.any(String) })
  await piazza.db.execute(sql`delete from listing where seller_id = ${member.id}`)
  expect((await upgrade(member.token)).body).toMatchObject({ hasAd: true })
})

test('the directory shows verified sellers with a logo and a description, without private fields', async () => {
  const piazza = await anOwnPiazza()
  const [shown, bare, unverified] = [
    await piazza.aMember(),
    await piazza.aMember(),
    await piazza.aMember({ verified: false, isSeller: true }),
  ]
  await piazza.db.execute(sql`update member set seller_logo = '/uploads/l.webp', seller_description = 'Chi siamo', phone = '011', cf = 'X'
    where id in (${shown.id}, ${unverified.id})`)
  await piazza.db.execute(sql`update member set seller_logo = '/uploads/l.webp' where id = ${bare.id}`)
  const { body } = (await piazza.call('GET', '/api/users/sellers')) as { body: Record<string, unknown>[] }
  expect(body.map(({ _id }) => _id)).toEqual([shown.id])
  expect(Object.keys(body[0] ?? {}).toSorted()).toEqual(PUBLIC_FIELDS)
})

test('the top sellers are the best-rated ones, by rating, then by number of reviews', async () => {
  const piazza = await anOwnPiazza()
  const aSeller = async (ratings: number[]) => {
    const listing = await piazza.aListing()
    for (const rating of ratings) await piazza.aReview(listing, { rating, verified: true })
    return listing.seller.id
  }
  const top = async () => (await piazza.call('GET', '/api/users/top-sellers')).body as Record<string, unknown>[]
  await aSeller([])
  expect(await top()).toEqual([])

  const ratings = [[5], [3], [5, 5], [4]]
  const [once, worst, twice, good] = await Promise.all(ratings.map(aSeller))
  const body = await top()
  expect(body.map(({ _id }) => _id)).toEqual([twice, once, good])
  expect(body[0]).toMatchObject({ seller: { rating: 5, numReviews: 2 } })
  expect(Object.keys(body[0] ?? {}).toSorted()).toEqual(PUBLIC_FIELDS)

  await piazza.db.execute(sql`update member set is_seller = false where id = ${once ?? ''}`)
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${twice ?? ''}`)
  expect((await top()).map(({ _id }) => _id)).toEqual([good, worst])
})

test('the private key is shown to its owner after the password, not cached, and audited', async () => {
  const piazza = await anOwnPiazza()
  const rosa = await aRegisteredMember(piazza)
  const reveal = (token: string, password = REGISTERED_PASSWORD, id = rosa.id) =>
    piazza.call('POST', `/api/users/${id}/secret`, { token, body: { password } })
  const { status, body, headers } = await reveal(rosa.token)
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      account: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      accountKey: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    },
  })
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(await piazza.db.query(sql`select action, actor, subject from audit`)).toEqual([
    { action: 'wallet.reveal', actor: rosa.id, subject: rosa.id },
  ])
  const admin = await piazza.aMember({ isAdmin: true, password: REGISTERED_PASSWORD })
  expect((await reveal(admin.token)).status).toBe(403)
  expect((await reveal(rosa.token, 'sbagliata')).status).toBe(403)
  for (let time = 0; time < 3; time++) await reveal(rosa.token, 'sbagliata')
  expect((await reveal(rosa.token)).status).toBe(429)
})
