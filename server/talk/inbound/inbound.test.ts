import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { MemberExport } from '#domain/member-export.schema.ts'
import type { ReplyQuestion } from '#domain/talk/inbound.schema.ts'
import { INBOUND_MESSAGES } from '#domain/talk/inbound.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeInboundStore } from '#server/talk/inbound/store.ts'
import { newTestAddress } from '#server/talk/inbound/test-address.ts'
import { aReport } from '#test/delivery-report.ts'
import { aPiazzaWithReplies, replyToIn } from '#test/mail-in.ts'
import { linkTo, mailsTo } from '#test/mailbox.ts'
import { aReply, file, many, part } from '#test/reply-shapes.ts'

test('a reply to the mail about a message becomes a message, once, without the quote', async () => {
  const { answer, aQuestion, texts, db } = await aPiazzaWithReplies()
  const { buyer, mail, to, from, thread } = await aQuestion()
  expect(to).toMatch(/^risposte\+[0-9a-f]{32}@localhost$/)
  expect(mail?.text).toContain('Puoi anche rispondere a questa e-mail')
  expect(mail?.text).not.toContain(buyer.email)
  const text = `Sì, è libera.\n\nIl giorno 10/06/2026 Piazza ha scritto:\n> È ancora libera?\n`
  expect(await answer(text, { from, to, id: 'a@posta.example' })).toBe('posted')
  expect(await texts(buyer, thread)).toEqual(['È ancora libera?', 'Sì, è libera.'])
  // Delivered again with another trace of the way, and with another Message-ID.
  expect(await answer(text, { from, to, id: 'a@posta.example', header: 'Received: by mx.example\n' })).toBe('posted')
  expect(await texts(buyer, thread)).toHaveLength(2)
  expect(await db.query(sql`select from inbound_mail where content is not null`)).toEqual([])
})

test('a reply reads what was mailed: the next message is mailed again, and what came in between too', async () => {
  const { answer, aQuestion, texts, write, list, pass, services, db, lastMail } = await aPiazzaWithReplies()
  const { buyer, seller, to, from, thread } = await aQuestion()
  const ofSeller = async () => (await mailsTo(db, from)).length
  const sendDue = async () => {
    pass(6)
    await services.notices.sendDue()
  }
  expect(await answer('Sì, è libera.', { from, to })).toBe('posted')
  expect(await list(seller)).toMatchObject({ unread: 0 })
  await write(buyer, thread, 'Passo domani?')
  await sendDue()
  expect(await ofSeller()).toBe(2)
  // Written while the seller answers the second mail.
  await write(buyer, thread, 'Anzi, dopodomani.')
  expect(await answer('Va bene domani.', { from, to })).toBe('posted')
  expect(await list(seller)).toMatchObject({ unread: 1 })
  await sendDue()
  expect(await ofSeller()).toBe(3)
  const third = await lastMail(seller)
  expect(third?.text).toContain('Anzi, dopodomani.')
  expect(third?.text).not.toContain('Passo domani?')
  // A message that is still to be mailed is not read by the answer to an earlier mail.
  expect(await answer('Ok, dopodomani.', { from, to })).toBe('posted')
  await write(buyer, thread, 'A che ora?')
  expect(await answer('Porto anche il casco.', { from, to })).toBe('posted')
  await sendDue()
  expect((await lastMail(seller))?.text).toContain('A che ora?')
  expect(await texts(buyer, thread)).toHaveLength(8)
})

test('replies beyond what may be asked in an hour are kept, and asked later', { tags: 'slow' }, async () => {
  const { answer, aQuestion, call, pass, services, db } = await aPiazzaWithReplies({ RATE_LIMITS: 'on' })
  const { to, seller } = await aQuestion()
  for (let number = 1; number <= 10; number++)
    expect(await answer(`Parola ${number}`, { from: 'altra@posta.example', to })).toBe('asked')
  expect(await answer('Parola 11', { from: 'altra@posta.example', to })).toBe('new')
  const questions = async () => (await mailsTo(db, seller.email)).filter(({ text }) => text.includes('/risposta/'))
  expect(await questions()).toHaveLength(10)
  pass(61)
  const [row] = await db.query<{ id: number }>(sql`select id from inbound_mail where state = 'new'`)
  await services.inbound.read(row?.id ?? 0)
  expect(await questions()).toHaveLength(11)
  const code = (await questions()).at(-1)?.text.match(/\/risposta\/(\S+)/)?.[1]
  expect((await call('GET', `/api/replies/${code}`)).body).toMatchObject({ text: 'Parola 11' })
})

test('who writes from the domain of the site is heard; what looks like our own mail is not', async () => {
  const { answer, aQuestion, texts } = await aPiazzaWithReplies()
  const { buyer, to, from, thread } = await aQuestion()
  expect(await answer('Scrivo dalla segreteria.', { from, to, id: 'ABC.123@localhost' })).toBe('posted')
  expect(await texts(buyer, thread)).toContain('Scrivo dalla segreteria.')
})

test('without a mailbox mails have no address of their own, and say to answer on the site', async () => {
  const { aQuestion } = await aPiazzaWithReplies({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const { mail } = await aQuestion()
  expect(mail?.headers['Reply-To']).toBeUndefined()
  expect(mail?.text).toContain('Rispondi dal sito')
})

test('each member has an address of their own for each conversation, which holds nothing about them', async () => {
  const { aQuestion, write, pass, services, lastMail, db } = await aPiazzaWithReplies()
  const { buyer, seller, thread, to } = await aQuestion()
  await write(seller, thread, 'Sì.')
  pass(6)
  await services.notices.sendDue()
  const toBuyer = replyToIn(await lastMail(buyer))
  expect(toBuyer).toMatch(/^risposte\+[0-9a-f]{32}@localhost$/)
  expect(toBuyer).not.toBe(to)
  const token = to.slice(9, 41)
  const [row] = await db.query<{ all: string }>(sql`select string_agg(r::text, ' ') as all from reply_address r`)
  expect(row?.all).not.toContain(token)
})

test('attachments are left out, and both are told', async () => {
  const { deliver, aQuestion, texts, lastMail } = await aPiazzaWithReplies()
  const { buyer, seller, to, from, thread } = await aQuestion()
  const raw = aReply(many('mixed', part('Ecco la foto.'), file('image/jpeg', 'bici.jpg')), { from, to })
  expect(await deliver(raw)).toBe('posted')
  expect(await texts(buyer, thread)).toContain(`Ecco la foto.\n\n${INBOUND_MESSAGES.attachmentsLeftOut}`)
  expect(await lastMail(seller)).toMatchObject({
    subject: 'Il tuo messaggio è arrivato, senza allegati',
    headers: { 'Auto-Submitted': 'auto-replied' },
  })
})

test('a text that is too long is cut, and says so', async () => {
  const { answer, aQuestion, texts } = await aPiazzaWithReplies()
  const { buyer, to, from, thread } = await aQuestion()
  await answer('parola '.repeat(1_000), { from, to })
  const [, sent = ''] = await texts(buyer, thread)
  expect(sent.length).toBeLessThanOrEqual(2_000)
  expect(sent).toContain(INBOUND_MESSAGES.cut)
})

test('a reply from another address waits until the member confirms it', async () => {
  const { answer, aQuestion, texts, call, db } = await aPiazzaWithReplies()
  const { buyer, seller, to, thread } = await aQuestion()
  expect(await answer('Prendila, è gratis.', { from: 'altra@posta.example', to })).toBe('asked')
  expect(await texts(buyer, thread)).toEqual(['È ancora libera?'])
  expect(await mailsTo(db, 'altra@posta.example')).toEqual([])
  const code = (await mailsTo(db, seller.email)).at(-1)?.text.match(/\/risposta\/(\S+)/)?.[1] ?? ''
  const question = await call('GET', `/api/replies/${code}`)
  const expected: Partial<ReplyQuestion> = {
    act: 'send',
    title: 'Bici',
    text: 'Prendila, è gratis.',
    sender: 'altra@posta.example',
    terms: null,
  }
  expect(question.body).toMatchObject(expected)
  expect(await call('POST', `/api/replies/${code}`, { body: {} })).toMatchObject({
    status: 200,
    body: { message: INBOUND_MESSAGES.sent },
  })
  expect(await texts(buyer, thread)).toEqual(['È ancora libera?', 'Prendila, è gratis.'])
  expect(await call('POST', `/api/replies/${code}`, { body: {} })).toMatchObject({ status: 404 })
  expect((await call('GET', `/api/replies/${code.slice(0, -2)}xx`)).status).toBe(404)
})

test('the sender of a mail cannot quote in the question what only others may read', async () => {
  const { answer, aQuestion, db } = await aPiazzaWithReplies()
  const [own, foreign] = [await aQuestion(), await aQuestion()]
  const [message] = await db.query<{ id: string }>(sql`select id from message where thread_id = ${foreign.thread}`)
  await answer('Ciao', { from: `\u0002message ${message?.id}\u0003x@posta.example`, to: own.to })
  const mails = await mailsTo(db, own.seller.email)
  expect(JSON.stringify(mails.at(-1))).not.toContain('\\u0002')
  expect(mails.at(-1)?.text).not.toContain(message?.id)
})

test('automatic replies, lists, returned mails and mails of our own are not messages, and nobody is told', async () => {
  const { answer, deliver, aQuestion, texts, db, services } = await aPiazzaWithReplies()
  const { buyer, to, from, thread } = await aQuestion()
  const mails = async () => (await db.query(sql`select from mail`)).length
  const before = await mails()
  const headers = [
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'List-Id: <soci.example>',
    'Return-Path: <>',
    'X-Autoreply: yes',
  ]
  for (const header of headers)
    expect(await answer('Sono in ferie.', { from, to, header: `${header}\n` }), header).toBe('ignored')
  expect(await answer('Sono in ferie.', { from, to, hasSender: false })).toBe('ignored')
  expect(await answer('Errore', { from: 'MAILER-DAEMON@posta.example', to })).toBe('ignored')
  expect(await answer('Ciao', { from, to, id: '12.1791@localhost' })).toBe('ignored')
  expect(await deliver(Buffer.from('\u0000\u0001'))).toBe('ignored')
  expect(await texts(buyer, thread)).toEqual(['È ancora libera?'])
  expect(await mails()).toBe(before)
  // The report of a mail that was not delivered.
  const [mail] = await db.query<{ id: number; at: Date }>(
    sql`update mail set sent_at = now() where recipient = ${from} returning id, created_at as at`,
  )
  const messageId = `<${mail?.id}.${mail?.at.getTime()}@localhost>`
  expect(
    await deliver(Buffer.from(aReport({ messageId })), { recipients: ['risposte@localhost'], hasSender: false }),
  ).toBe('bounce')
  expect(await services.mail.failureOf(from)).toMatchObject({ reason: expect.stringContaining('User unknown') })
})

test('an address that is wrong or has ended is answered once; what does not look like an answer is not', async () => {
  const { answer, aQuestion, texts, db } = await aPiazzaWithReplies()
  const { buyer, seller, to, from, thread } = await aQuestion()
  const wrong = `risposte+${'0'.repeat(32)}@localhost`
  expect(await answer('Ciao', { from: 'ugo@posta.example', to: wrong })).toBe('unknown')
  expect(await answer('Ciao?', { from: 'Ugo@posta.example', to: wrong })).toBe('ignored')
  expect(await mailsTo(db, 'ugo@posta.example')).toMatchObject([{ subject: 'Il tuo messaggio non è arrivato' }])
  expect(await answer('Compra qui', { from: 'spam@posta.example', to: 'risposte@localhost' })).toBe('ignored')
  // A new password ends the addresses.
  await db.execute(sql`update member set password_hash = password_hash || 'x' where id = ${seller.id}`)
  expect(await answer('Sono io', { from, to })).toBe('unknown')
  expect(await texts(buyer, thread)).toEqual(['È ancora libera?'])
})

test('who may not write on the site does not by mail, and is told why', async () => {
  const { answer, aQuestion, texts, call, lastMail } = await aPiazzaWithReplies()
  const { buyer, seller, to, from, thread } = await aQuestion()
  await call('PUT', `/api/blocks/${seller.id}`, { token: buyer.token })
  expect(await answer('Ci sei?', { from, to })).toBe('refused')
  expect(await lastMail(seller)).toMatchObject({
    subject: 'Il tuo messaggio non è arrivato',
    text: expect.stringContaining('non riceve messaggi'),
  })
  expect(await texts(buyer, thread)).toEqual(['È ancora libera?'])
  expect(await answer('> È ancora libera?\n', { from, to })).toBe('refused')
  expect((await lastMail(seller))?.text).toContain('Non vi abbiamo trovato parole tue')
})

test('an erased member leaves neither addresses nor replies', async () => {
  const { answer, aQuestion, services, db } = await aPiazzaWithReplies()
  const { seller, to, from } = await aQuestion()
  await answer('Di nascosto', { from: 'altra@posta.example', to })
  const exported = (await services.inbound.personalData.export({ id: seller.id, emails: [from] })) as Pick<
    MemberExport,
    'heldReplies'
  >
  expect(exported.heldReplies).toMatchObject([{ sender: 'altra@posta.example', text: 'Di nascosto' }])
  await db.transaction((tx) => services.inbound.personalData.erase(tx, { id: seller.id, emails: [from] }))
  expect(await db.query(sql`select from reply_address where member_id = ${seller.id}`)).toEqual([])
  expect(await answer('Sono ancora qui', { from, to })).toBe('unknown')
})

test('a mail that is delivered twice at once is stored once', async () => {
  const { aQuestion, services, db } = await aPiazzaWithReplies()
  const { to, from } = await aQuestion()
  const raw = aReply(part('Una volta'), { from, to })
  await Promise.all(
    Array.from({ length: 5 }, () =>
      services.inbound.receive(Readable.from([raw]), { recipients: [to], hasSender: true }),
    ),
  )
  expect(await db.query(sql`select from inbound_mail`)).toHaveLength(1)
  expect(await linkTo(db, from, 'messaggi')).not.toBe('')
})

test('the mail of the command that tests the mailbox is known by its address, also if only its header says it', async () => {
  const { deliver, db } = await aPiazzaWithReplies()
  const { hasArrived } = makeInboundStore(db)
  const [own, other] = [newTestAddress('risposte@localhost'), newTestAddress('risposte@localhost')]
  expect(await deliver(aReply(part('Prova'), { to: other }))).toBe('ignored')
  expect(await hasArrived(own)).toBe(false)
  expect(await deliver(aReply(part('Prova'), { to: own }))).toBe('ignored')
  expect(await hasArrived(own)).toBe(true)
})
