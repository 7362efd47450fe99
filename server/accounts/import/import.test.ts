import { expect, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { linkTo, mailsTo } from '#test/mailbox.ts'
import { someServices } from '#test/services.ts'

const aPiazzaWithAdmin = async () => {
  const piazza = await anOwnPiazza()
  const { token } = await piazza.aMember({ isAdmin: true })
  const send = (csv: string, options: { mapping?: object; dryRun?: boolean } = {}) =>
    piazza.call('POST', '/api/members/import', { token, body: { csv, ...options } })
  const imported = () =>
    piazza.db.query<{ username: string; email: string }>(sql`
      select m.username, m.email from member m join member_invitation i on i.member_id = m.id order by m.email`)
  const errorsOf = async (csv: string, mapping?: object) => {
    const { body } = await send(csv, { dryRun: true, ...(mapping ? { mapping } : {}) })
    return (body as { errors: { row: number; message: string }[] }).errors
  }
  return { ...piazza, token, send, imported, errorsOf }
}

test('a file made by hand is checked, then its people are invited and choose their own password', async () => {
  const piazza = await aPiazzaWithAdmin()
  const csv = [
    '\uFEFFNome;Cognome;E-mail;Telefono;CAP;Provincia;Offro;Cerco',
    'Rosa;Però;rosa@esempio.test;+39 011 123456;10023;torino;Torta di mele | Lezioni di chitarra;Un tagliaerba',
    ';;;;;;;',
    'Ugo;Bo;ugo@esempio.test;;;;;',
  ].join('\r\n')
  const checked = await piazza.send(csv, { dryRun: true })
  expect(checked.body).toMatchObject({
    rows: 2,
    errors: [],
    mapping: { email: 'E-mail', name: 'Nome', offers: 'Offro' },
  })
  expect(await piazza.imported()).toEqual([])
  expect((await piazza.send(csv)).body).toMatchObject({ rows: 2, errors: [] })
  expect(await piazza.imported()).toEqual([
    { username: 'ROSA PERÒ', email: 'rosa@esempio.test' },
    { username: 'UGO BO', email: 'ugo@esempio.test' },
  ])
  await vi.waitFor(async () => expect(await mailsTo(piazza.db, 'rosa@esempio.test')).toHaveLength(1), 60_000)
  const [mail] = await mailsTo(piazza.db, 'rosa@esempio.test')
  expect(mail?.text).not.toMatch(/password:/i)

  const code = await linkTo(piazza.db, 'rosa@esempio.test', 'invito')
  const accept = (body: object) => piazza.call('POST', `/api/users/invitation/${code}`, { body })
  expect((await accept({ password: 'una-password-mia' })).status, 'without the terms').toBe(422)
  expect((await accept({ password: 'corta', terms: true })).status).toBe(422)
  expect(await accept({ password: 'una-password-mia', terms: true })).toMatchObject({
    status: 200,
    body: { email: 'rosa@esempio.test' },
  })
  expect((await accept({ password: 'un-altra-password', terms: true })).status, 'the link works once').toBe(404)
  const body = { email: 'rosa@esempio.test', password: 'una-password-mia' }
  const { body: user } = await piazza.call('POST', '/api/users/signin', { body })
  expect(user).toMatchObject({ verified: true, isSeller: true })
  const { token, _id: id } = user as { token: string; _id: string }
  expect((await piazza.call('GET', '/api/terms', { token })).body).toMatchObject({ accepted: 1 })
  const own = await piazza.call('GET', `/api/products?seller=${id}`, { token })
  const drafts = (own.body as { products: { name: string; section: string }[] }).products
  expect(drafts.map(({ name, section }) => `${section} ${name}`).toSorted()).toEqual([
    'cerco Annunci# Un tagliaerba',
    'offro Annunci# Lezioni di chitarra',
    'offro Annunci# Torta di mele',
  ])
  const shown = await piazza.call('GET', `/api/products?seller=${id}`)
  expect((shown.body as { products: [] }).products, 'nobody else sees a draft').toEqual([])
  const full = await piazza.call('GET', `/api/users/${id}`, { token })
  expect(full.body).toMatchObject({ name: 'Rosa', surname: 'Però', zipCode: '10023', city: 'Torino' })
})

test('the members that TimeOverflow exports are recognised, in three languages', async () => {
  const piazza = await aPiazzaWithAdmin()
  const headers = [
    'N,Name,Email,Phone,Alternative Phone,Created,Last login,Locale,Balance',
    'N,Nombre,Correo,Teléfono,Teléfono alternativo,Creado,Fecha último login,Locale,Balance',
    'N,Nom,Correu,Telèfon,Telèfon alternatiu,Creat,Data darrera connexió,Locale,Balanç',
  ]
  for (const [index, header] of headers.entries()) {
    const csv = `${header}\n7,Rosa Bo ${index},rosa${index}@esempio.test,+34 600 100 200,,2020-01-01 10:00:00 UTC,,es,-3600\n`
    expect((await piazza.send(csv)).body).toMatchObject({ rows: 1, errors: [] })
  }
  expect(await piazza.imported()).toMatchObject([0, 1, 2].map((index) => ({ username: `ROSA BO ${index}` })))
})

test('the members that Komunitin exports are recognised', async () => {
  const piazza = await aPiazzaWithAdmin()
  const columns = {
    code: 'EXMP0001',
    name: 'Alice Esempio',
    type: 'personal',
    status: 'active',
    description: 'Faccio il pane',
    'account.balance': '-5.00',
    'address.streetAddress': 'Via Po 1',
    'address.locality': 'Chieri',
    'address.postalCode': '10023',
    'address.region': 'Torino',
    'contact.phone': '011123456',
    'contact.email': 'alice@esempio.test',
    'contact.website': '',
  }
  const csv = `${Object.keys(columns).join(',')}\n${Object.values(columns).join(',')}\n`
  expect((await piazza.send(csv)).body).toMatchObject({ rows: 1, errors: [] })
  const [row] = await piazza.db.query(sql`
    select username, phone, zip_code, city, seller_description from member where email = 'alice@esempio.test'`)
  expect(row).toEqual({
    username: 'ALICE ESEMPIO',
    phone: '011123456',
    zip_code: '10023',
    city: 'Torino',
    seller_description: 'Faccio il pane',
  })
})

test('columns with other names are given by the caller; commas, semicolons and tabs separate them', async () => {
  const piazza = await aPiazzaWithAdmin()
  for (const separator of [',', ';', '\t']) {
    const csv = `Socia${separator}Recapito\nRosa${separator}rosa@esempio.test`
    expect(await piazza.errorsOf(csv)).toEqual([{ row: 1, message: expect.stringContaining('e-mail') }])
    expect(await piazza.errorsOf(csv, { email: 'Recapito', name: 'Socia' })).toEqual([])
    expect(await piazza.errorsOf(csv, { email: 'Posta', name: 'Socia' })).toEqual([
      { row: 1, message: 'Nel file non c’è una colonna «Posta».' },
    ])
  }
  const { status } = await piazza.send('a,b\n', { mapping: { inventato: 'a' } })
  expect(status).toBe(422)
})

test('every wrong row is named, and nothing is stored', async () => {
  const piazza = await aPiazzaWithAdmin()
  const known = await piazza.aMember()
  const csv = [
    'username,email,phone,cap,offro',
    'rosa,rosa@esempio.test,,,',
    'ugo,non-è-un-indirizzo,,,',
    'bea,ROSA@esempio.test,,,',
    'R0SA,rita@esempio.test,,,',
    `nuova,${known.email},,,`,
    `${known.username},altra@esempio.test,,,`,
    `${'x'.repeat(41)},lunga@esempio.test,,,`,
    'Rоsа,cirillico@esempio.test,,,',
    'senza,,,,',
    ',anonima@esempio.test,,,',
    'tel,tel@esempio.test,niente,,',
    'cap,cap@esempio.test,,123,',
    '=1+1,formula@esempio.test,,,',
    'corta,corta@esempio.test',
    `titolo,titolo@esempio.test,,,${'y'.repeat(82)}`,
    `tanti,tanti@esempio.test,,,${Array(11).fill('z').join('|')}`,
  ].join('\n')
  const errors = await piazza.errorsOf(csv)
  expect(errors.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
  const messages = new Map(errors.map(({ row, message }) => [row, message]))
  expect(messages.get(3)).toBe('E-mail: Controlla l’indirizzo e-mail.')
  expect(messages.get(4)).toBe('Questo indirizzo è già nella riga 2.')
  expect(messages.get(5)).toContain('già nella riga 2')
  expect(messages.get(6)).toBe('Con questo indirizzo c’è già un account.')
  expect(messages.get(7)).toContain('Un’altra persona ha già questo nome utente')
  const { body } = await piazza.send(csv)
  expect(body).toMatchObject({ rows: 16, errors })
  expect(await piazza.imported()).toEqual([])
  expect(await piazza.db.query(sql`select from mail`)).toEqual([])
})

test('a file that is not UTF-8, broken, empty or too long is refused with a reason', async () => {
  const piazza = await aPiazzaWithAdmin()
  const windows = new TextDecoder().decode(Buffer.from('nome,email\nNicolò,n@esempio.test\n', 'latin1'))
  expect(await piazza.errorsOf(windows)).toEqual([{ row: 2, message: expect.stringContaining('non è in UTF-8') }])
  expect(await piazza.errorsOf('nome,email\n"Rosa,rosa@esempio.test\n')).toMatchObject([
    { message: 'Le virgolette di questa riga non sono chiuse bene.' },
  ])
  expect(await piazza.errorsOf('')).toMatchObject([{ row: 1 }])
  expect(await piazza.errorsOf('nome,email\n')).toMatchObject([{ row: 2 }])
  expect(await piazza.errorsOf('nome,email,email\nRosa,a@esempio.test,b@esempio.test')).toEqual([
    { row: 1, message: 'Due colonne hanno lo stesso nome.' },
  ])
  const long = `nome,email\n${'a,a@esempio.test\n'.repeat(10_001)}`
  expect(await piazza.errorsOf(long)).toEqual([
    { row: 10_002, message: 'Al massimo 10.000 righe per volta: dividi il file.' },
  ])
  expect((await piazza.send('x'.repeat(9 * 1024 * 1024))).status).toBe(422)
  expect((await piazza.send('x'.repeat(17 * 1024 * 1024))).status).toBe(413)
})

test('10,000 people are checked and stored at once, and each is invited once', {
  tags: 'slow',
  timeout: 300_000,
}, async () => {
  const piazza = await aPiazzaWithAdmin()
  const rows = Array.from({ length: 10_000 }, (_, n) => `Persona ${n} di prova,persona${n}@esempio.test,Torta ${n}`)
  const csv = ['nome,email,offro', ...rows].join('\n')
  const checked = await retryOn503(() => piazza.send(csv, { dryRun: true }))
  expect(checked.body).toMatchObject({ rows: 10_000, errors: [] })
  // On a slow machine the request times out with 503, but the transaction still commits.
  expect((await piazza.send(csv)).status).toBeOneOf([200, 503])
  const count = async (from: string) => {
    const [row] = await piazza.db.query<{ many: number; different: number }>(
      from === 'mail'
        ? sql`select count(*) as many, count(distinct recipient) as different from mail`
        : sql`select count(*) as many, count(distinct seller_id) as different from listing where draft`,
    )
    return row
  }
  await vi.waitFor(async () => expect(await count('listing')).toEqual({ many: 10_000, different: 10_000 }), 60_000)
  await vi.waitFor(async () => expect(await count('mail')).toEqual({ many: 10_000, different: 10_000 }), 60_000)
  const { body } = await retryOn503(() => piazza.send(csv))
  expect((body as { errors: [] }).errors, 'a second time everybody is there').toHaveLength(10_000)
})

test('password recovery and the resent verification mail the invitation again to an invited member', async () => {
  const piazza = await aPiazzaWithAdmin()
  const email = 'rosa@esempio.test'
  await piazza.send(`nome,email\nRosa,${email}`)
  await vi.waitFor(async () => expect(await mailsTo(piazza.db, email)).toHaveLength(1), 60_000)
  const first = await linkTo(piazza.db, email, 'invito')
  for (const path of ['/api/users/password-recovery', '/api/users/verification'])
    expect((await piazza.call('POST', path, { body: { email } })).status).toBe(200)
  const mails = await mailsTo(piazza.db, email)
  expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill(mails[0]?.subject))
  const newest = await linkTo(piazza.db, email, 'invito')
  expect(newest).not.toBe(first)
  const accept = (code: string) =>
    piazza.call('POST', `/api/users/invitation/${code}`, { body: { password: 'una-password-mia', terms: true } })
  expect((await accept(newest)).status).toBe(200)
  expect((await accept(first)).status, 'the older mails change nothing any more').toBe(404)
  expect(await piazza.db.query(sql`select event from consent where purpose = 'terms'`)).toEqual([
    { event: 'confirmed' },
  ])
  await piazza.call('POST', '/api/users/password-recovery', { body: { email } })
  expect(await linkTo(piazza.db, email, 'password-recovery')).not.toBe('')
})

test('an invitation that was not accepted is deleted with the account after 30 days', async () => {
  let now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  const { token } = await piazza.aMember({ isAdmin: true })
  const body = { csv: 'nome,email\nRosa,rosa@esempio.test' }
  await piazza.call('POST', '/api/members/import', { token, body })
  await vi.waitFor(async () => expect(await mailsTo(piazza.db, 'rosa@esempio.test')).toHaveLength(1), 60_000)
  const code = await linkTo(piazza.db, 'rosa@esempio.test', 'invito')
  now = new Date(now.getTime() + 31 * 24 * 60 * 60 * 1000)
  const accepted = await piazza.call('POST', `/api/users/invitation/${code}`, {
    body: { password: 'una-password-mia', terms: true },
  })
  expect(accepted.status).toBe(404)
  await someServices(piazza.db, () => now).privacy.deleteExpiredAt(now)
  expect(await piazza.db.query(sql`select from member where email = 'rosa@esempio.test'`)).toEqual([])
  expect(await piazza.db.query(sql`select from member_invitation`)).toEqual([])
})
