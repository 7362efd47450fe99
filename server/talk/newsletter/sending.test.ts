import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aSubscriber, newsletterCalls } from '#test/newsletter-calls.ts'

const aPiazzaWithAdmin = async (env: Record<string, string> = {}) => {
  const piazza = await aPiazza({ env })
  const admin = await piazza.aMember({ isAdmin: true })
  return { ...piazza, admin, ...newsletterCalls(piazza, admin.token) }
}
const recipients = async ({ db }: Awaited<ReturnType<typeof aPiazza>>) =>
  (await db.query<{ recipient: string }>(sql`select recipient from mail order by recipient`)).map(
    (row) => row.recipient,
  )

test('confirmed subscribers get it, each with their own link to unsubscribe, also in one click', async () => {
  const piazza = await aPiazzaWithAdmin()
  const [rosa, ugo] = [await aSubscriber(piazza), await aSubscriber(piazza)]
  await aSubscriber(piazza, { confirmed: false })
  const id = await piazza.write({
    subject: 'Festa di primavera',
    text: 'Vi aspettiamo!\n\nIl programma: https://esempio.test/festa.',
  })
  expect(await piazza.read(id)).toMatchObject({ state: 'draft', sent: 0, failed: 0 })
  const { status, body } = await piazza.send(id)
  expect({ status, body }).toMatchObject({ status: 200, body: { state: 'sending' } })
  expect(await piazza.untilSent(id)).toMatchObject({ state: 'sent', sent: 2, failed: 0 })
  expect(await recipients(piazza)).toEqual([rosa.email, ugo.email].toSorted())
  const [mail] = await mailsTo(piazza.db, rosa.email)
  expect(mail?.subject).toBe('Festa di primavera')
  expect(mail?.text).toContain('Vi aspettiamo!\n\nIl programma: https://esempio.test/festa.')
  expect(mail?.text).toContain(`http://localhost:3000/disiscrizione/${rosa.leaveCode}`)
  expect(mail?.html).toContain('<a href="https://esempio.test/festa">https://esempio.test/festa</a>.')
  expect(mail?.headers).toEqual({
    'List-Unsubscribe': `<http://localhost:3000/api/newsletter/leave/${rosa.leaveCode}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  await piazza.call('POST', `/api/newsletter/leave/${rosa.leaveCode}`, { body: {} })
  const next = await piazza.write()
  await piazza.send(next)
  expect(await piazza.untilSent(next)).toMatchObject({ sent: 1 })
  expect(await mailsTo(piazza.db, rosa.email)).toHaveLength(1)
})

test('all verified members get a service message; unverified, deleted, suspended ones and those without e-mail never', async () => {
  const piazza = await aPiazzaWithAdmin()
  const member = await piazza.aMember()
  const others = [
    await piazza.aMember({ verified: false }),
    await piazza.aMember(),
    await piazza.aMember(),
    await piazza.aMember(),
  ]
  const [, suspended, deleted, atDesk] = others
  await piazza.db.execute(sql`update member set suspended_at = now() where id = ${suspended?.id ?? ''}`)
  await piazza.call('DELETE', `/api/users/${deleted?.id}`, { token: piazza.admin.token })
  await piazza.db.execute(sql`
    update member set email = 'tessera-1@senza-posta.invalid' where id = ${atDesk?.id ?? ''}`)
  await aSubscriber(piazza, { email: suspended?.email ?? '' })
  const list = await piazza.call('GET', '/api/newsletters', { token: piazza.admin.token })
  expect(list.body, 'as many as get it').toMatchObject({ recipients: { members: 2 } })
  const id = await piazza.write({ audience: 'members' })
  await piazza.send(id)
  expect(await piazza.untilSent(id)).toMatchObject({ sent: 2, failed: 0 })
  expect(await recipients(piazza)).toEqual([piazza.admin.email, member.email].toSorted())
  const [mail] = await mailsTo(piazza.db, member.email)
  expect(mail?.text).toContain('Ricevi questo messaggio di servizio perché hai un account')
  const toSubscribers = await piazza.write({ audience: 'subscribers' })
  await piazza.send(toSubscribers)
  expect(await piazza.untilSent(toSubscribers), 'a suspended member is no subscriber either').toMatchObject({ sent: 0 })
})

test('each recipient is told of new listings near their own comune, not of old ones, nor of their own', async () => {
  const piazza = await aPiazzaWithAdmin()
  const [inTurin, inBari, nowhere] = [await piazza.aMember(), await piazza.aMember(), await piazza.aMember()]
  await piazza.db.execute(sql`update member set zip_code = '10023', city = 'Torino' where id = ${inTurin.id}`)
  await piazza.db.execute(sql`update member set city = 'Bari' where id = ${inBari.id}`)
  const place = (id: string, municipality: string, city: string) =>
    piazza.db.execute(sql`update listing set municipality = ${municipality}, city = ${city} where id = ${id}`)
  const [bread, oil, old, own] = [
    await piazza.aListing({ name: 'Pane di segale' }),
    await piazza.aListing({ name: 'Olio nuovo', by: inBari }),
    await piazza.aListing({ name: 'Vecchio armadio' }),
    await piazza.aListing({ name: 'Le mie torte', by: inTurin }),
  ]
  await place(bread.id, 'Pino Torinese', 'Torino')
  await place(oil.id, 'Bari', 'Bari')
  await place(old.id, 'Chieri', 'Torino')
  await place(own.id, 'Chieri', 'Torino')
  await piazza.db.execute(sql`update listing set published_at = now() - interval '40 days' where id = ${old.id}`)
  const id = await piazza.write({ audience: 'members' })
  await piazza.send(id)
  await piazza.untilSent(id)
  const textTo = async ({ email }: { email: string }, index = 0) => (await mailsTo(piazza.db, email))[index]?.text ?? ''
  expect(await textTo(inTurin)).toContain('Nuovi annunci vicino a te\n\n- Pane di segale · 5 VAL · Pino Torinese\n')
  expect(await textTo(inTurin)).toContain(`http://localhost:3000/product/${bread.id}`)
  expect(await textTo(inTurin)).not.toMatch(/Olio|armadio|torte/)
  expect(await textTo(inBari)).not.toContain('Nuovi annunci')
  expect(await textTo(nowhere)).toMatch(/Nuovi annunci\n[\s\S]*Pane di segale/)
  const next = await piazza.write({ audience: 'members' })
  await piazza.send(next)
  await piazza.untilSent(next)
  expect(await textTo(inTurin, 1), 'nothing is new since the last one').not.toContain('Nuovi annunci')
})

test('new listings are those since the last newsletter with listings to the same audience', async () => {
  const piazza = await aPiazzaWithAdmin()
  const rosa = await aSubscriber(piazza)
  await piazza.aListing({ name: 'Pane di segale' })
  const sendTo = async (audience: string, nearby: boolean) => {
    const id = await piazza.write({ audience, nearby })
    await piazza.send(id)
    await piazza.untilSent(id)
  }
  await sendTo('members', true)
  await sendTo('subscribers', false)
  await sendTo('subscribers', true)
  await sendTo('subscribers', true)
  const texts = (await mailsTo(piazza.db, rosa.email)).map(({ text }) => text.includes('Pane di segale'))
  expect(texts).toEqual([false, true, false])
})

test('a test mail to a member leaves out their own listings', async () => {
  const piazza = await aPiazzaWithAdmin()
  const member = await piazza.aMember()
  await piazza.aListing({ name: 'Pane di segale' })
  await piazza.aListing({ name: 'Le mie torte', by: member })
  const id = await piazza.write({ audience: 'members' })
  const { token } = piazza.admin
  await piazza.call('POST', `/api/newsletters/${id}/test`, { token, body: { to: member.email } })
  const [mail] = await mailsTo(piazza.db, member.email)
  expect(mail?.text).toContain('Pane di segale')
  expect(mail?.text).not.toContain('Le mie torte')
})

test('a test mail goes to the given address only, marked as one, and with a link to unsubscribe', async () => {
  const piazza = await aPiazzaWithAdmin()
  await aSubscriber(piazza)
  const id = await piazza.write({ subject: 'Notizie di maggio' })
  const test = (to: string) =>
    piazza.call('POST', `/api/newsletters/${id}/test`, { token: piazza.admin.token, body: { to } })
  expect(await test('prova@esempio.test')).toMatchObject({ status: 200 })
  expect(await recipients(piazza)).toEqual(['prova@esempio.test'])
  const [mail] = await mailsTo(piazza.db, 'prova@esempio.test')
  expect(mail?.subject).toBe('[Prova] Notizie di maggio')
  expect(mail?.text).toContain('/disiscrizione/')
  expect(mail?.headers['List-Unsubscribe']).toBeDefined()
  expect(await piazza.read(id)).toMatchObject({ state: 'draft' })
  for (const to of ['niente', 'due@esempio.test, tre@esempio.test', '']) expect((await test(to)).status).toBe(422)
})

test('a draft can be changed and deleted; one that was sent cannot, nor can it be sent again', async () => {
  const piazza = await aPiazzaWithAdmin()
  const { token } = piazza.admin
  const id = await piazza.write()
  const body = { subject: 'Altro', text: 'Altro testo', audience: 'members', nearby: false }
  expect(await piazza.call('PUT', `/api/newsletters/${id}`, { token, body })).toMatchObject({ status: 200, body })
  expect((await piazza.send(id)).status).toBe(200)
  expect((await piazza.send(id)).status).toBe(409)
  expect((await piazza.call('PUT', `/api/newsletters/${id}`, { token, body })).status).toBe(409)
  expect((await piazza.call('DELETE', `/api/newsletters/${id}`, { token })).status).toBe(409)
  const draft = await piazza.write()
  expect((await piazza.call('DELETE', `/api/newsletters/${draft}`, { token })).status).toBe(200)
  expect((await piazza.send(draft)).status).toBe(404)
  const list = await piazza.call('GET', '/api/newsletters', { token })
  expect(list.body).toMatchObject({ newsletters: [{ _id: id, by: piazza.admin.username }], recipients: { members: 1 } })
})

test('what another admin has changed in the meantime is not sent', async () => {
  const piazza = await aPiazzaWithAdmin()
  const { token } = piazza.admin
  const read = { subject: 'Assemblea il 12', text: 'Alle 18', audience: 'members', nearby: false }
  const id = await piazza.write(read)
  for (const other of [
    { subject: 'Assemblea il 13' },
    { text: 'Alle 19' },
    { audience: 'subscribers' },
    { nearby: true },
  ]) {
    await piazza.call('PUT', `/api/newsletters/${id}`, { token, body: { ...read, ...other } })
    expect(await piazza.call('POST', `/api/newsletters/${id}/send`, { token, body: read })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('rileggila') },
    })
  }
  expect(await piazza.read(id)).toMatchObject({ state: 'draft' })
  await piazza.call('PUT', `/api/newsletters/${id}`, { token, body: read })
  expect((await piazza.call('POST', `/api/newsletters/${id}/send`, { token, body: read })).status).toBe(200)
  const another = await piazza.write(read)
  expect((await piazza.call('POST', `/api/newsletters/${another}/send`, { token })).status, 'as it is').toBe(200)
})

test('a draft that another admin has changed in the meantime is not overwritten', async () => {
  const piazza = await aPiazzaWithAdmin()
  const { token } = piazza.admin
  const read = { subject: 'Assemblea il 12', text: 'Alle 18', audience: 'members', nearby: false }
  const id = await piazza.write(read)
  const change = (body: object) => piazza.call('PUT', `/api/newsletters/${id}`, { token, body })
  const first = { ...read, text: 'Alle 19' }
  expect((await change({ ...first, read })).status).toBe(200)
  const second = { ...read, subject: 'Assemblea il 13' }
  expect(await change({ ...second, read })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('non è salvata') },
  })
  expect(await piazza.read(id)).toMatchObject(first)
  expect((await change({ ...second, read: first })).status).toBe(200)
  expect(await piazza.read(id)).toMatchObject(second)
})

test('without a subject, a text or an audience nothing is stored', async () => {
  const piazza = await aPiazzaWithAdmin()
  const good = { subject: 'Notizie', text: 'Ciao', audience: 'subscribers' }
  const wrong = [
    { ...good, subject: ' ' },
    { ...good, subject: 'x'.repeat(151) },
    { ...good, text: '\n' },
    { ...good, text: 'x'.repeat(20_001) },
    { ...good, text: 'a\u202Eb' },
    { ...good, audience: 'tutti' },
    { subject: 'Notizie', text: 'Ciao' },
  ]
  for (const body of wrong)
    expect((await piazza.call('POST', '/api/newsletters', { token: piazza.admin.token, body })).status).toBe(422)
  expect(await piazza.db.query(sql`select from newsletter`)).toHaveLength(0)
})

test('mails that are refused for good are counted as failed, and their addresses left out of the next newsletter', {
  tags: 'slow',
}, async () => {
  const server = await aMailServer({
    toRecipient: (address) => (address.startsWith('chiusa') ? { code: 550, message: '5.1.1 no such user' } : undefined),
  })
  const piazza = await aPiazzaWithAdmin({ SMTP_URL: server.url, MAIL_FROM: 'p@esempio.test' })
  const open = await aSubscriber(piazza)
  await aSubscriber(piazza, { email: 'chiusa@esempio.test' })
  const id = await piazza.write()
  await piazza.send(id)
  expect(await piazza.untilSent(id)).toMatchObject({ sent: 1, failed: 1 })
  expect(server.arrived.map(({ to }) => to)).toEqual([open.email])
  const next = await piazza.write()
  await piazza.send(next)
  expect(await piazza.untilSent(next)).toMatchObject({ sent: 1, failed: 0 })
})

test('a refusal of the text, or a full mailbox, does not blame the address', { tags: 'slow' }, async () => {
  const server = await aMailServer({
    toRecipient: (address) => (address.startsWith('piena') ? { code: 552, message: '5.2.2 mailbox full' } : undefined),
    afterData: async ({ to }) => (to.startsWith('spam') ? { code: 554, message: '5.7.1 looks like spam' } : undefined),
  })
  const piazza = await aPiazzaWithAdmin({ SMTP_URL: server.url, MAIL_FROM: 'p@esempio.test' })
  for (const name of ['piena', 'spam']) await aSubscriber(piazza, { email: `${name}@esempio.test` })
  const id = await piazza.write()
  await piazza.send(id)
  expect(await piazza.untilSent(id)).toMatchObject({ sent: 0, failed: 2 })
  expect(await piazza.db.query(sql`select from mail_failure`)).toHaveLength(0)
})

test('a person who unsubscribes while a newsletter is being sent gets no mail that is still queued', {
  tags: 'slow',
}, async () => {
  const piazza = await aPiazzaWithAdmin({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'p@esempio.test' })
  const { email, leaveCode } = await aSubscriber(piazza)
  const id = await piazza.write()
  await piazza.send(id)
  await expect.poll(() => mailsTo(piazza.db, email), { timeout: 20_000 }).toHaveLength(1)
  await piazza.call('POST', `/api/newsletter/leave/${leaveCode}`, { body: {} })
  expect(await mailsTo(piazza.db, email)).toHaveLength(0)
  expect(await piazza.untilSent(id)).toMatchObject({ sent: 0, failed: 0 })
})

test('a member finds the newsletters received in the export of their data, and nothing stays when they leave', async () => {
  const piazza = await aPiazzaWithAdmin()
  const member = await piazza.aMember()
  const id = await piazza.write({ audience: 'members', subject: 'Assemblea' })
  await piazza.send(id)
  await piazza.untilSent(id)
  await piazza.db.execute(sql`
    insert into mail_failure (address_key, reason, failed_at) values (${member.email}, 'no such user', now())`)
  const { body } = await piazza.call('GET', '/api/privacy/export', { token: member.token })
  expect(body).toMatchObject({
    newslettersReceived: [{ subject: 'Assemblea', state: 'sent' }],
    mailFailure: { reason: 'no such user' },
  })
  await piazza.call('DELETE', `/api/users/${member.id}`, { token: piazza.admin.token })
  expect(await piazza.db.query(sql`select from newsletter_recipient where recipient_id = ${member.id}`)).toHaveLength(0)
  expect(await piazza.db.query(sql`select from mail_failure`)).toHaveLength(0)
  expect(await piazza.read(id), 'the counts stay').toMatchObject({ sent: 2 })
})
