import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatDate } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { Inbound } from '#server/talk/inbound/service.ts'
import { readReply, replyFields, writeReply } from '#server/talk/mail/mailbox-reply.ts'
import { escapeHtml, withLinks } from '#server/talk/mail/render.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { MailRow } from '#server/talk/mail/store.ts'

// Pages that show developers the mails that would have been sent, and let them answer. Registered only outside production without an SMTP server.

const PAGE_CSP = "default-src 'none'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'"
// A mail's HTML is shown as in a mail program: without scripts, external content or access to this site.
const MAIL_CSP = `sandbox; default-src 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'; style-src 'unsafe-inline'`

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head><body>${content}</body></html>`

const send = (reply: FastifyReply, html: string, policy: string) =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .send(html)

const listPage = (mails: MailRow[]): string => {
  const rows = mails.map(
    ({ id, recipient, subject, createdAt }) =>
      `<li><a href="/posta/${id}">${escapeHtml(subject)}</a> – ${escapeHtml(recipient)}, ${formatDate(createdAt)}</li>`,
  )
  const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>Nessun messaggio.</p>'
  return page('Posta', `<h1>Posta</h1>${list}`)
}

const mailPage = (mail: MailRow): string =>
  page(
    mail.subject,
    `<p><a href="/posta">Posta</a></p><h1>${escapeHtml(mail.subject)}</h1><p>A: ${escapeHtml(mail.recipient)}</p>` +
      `<p><a href="/posta/${mail.id}/html">Come la vede chi la riceve</a></p><pre>${withLinks(mail.text)}</pre>${replyFields(mail)}`,
  )

export const registerMailbox = (app: FastifyInstance, { mail, inbound }: { mail: Mail; inbound: Inbound }): void => {
  const get = async (id: string): Promise<MailRow> => {
    const found = /^\d{1,15}$/.test(id) ? await mail.find(Number(id)) : undefined
    if (!found) throw new AppError('notFound', MESSAGES.pageNotFound)
    return found
  }
  const hidden = { schema: { hide: true } }
  app.get('/posta', hidden, async (_request, reply) => send(reply, listPage(await mail.newest()), PAGE_CSP))
  app.get<{ Params: { id: string } }>('/posta/:id', hidden, async ({ params }, reply) =>
    send(reply, mailPage(await get(params.id)), PAGE_CSP),
  )
  app.get<{ Params: { id: string } }>('/posta/:id/html', hidden, async ({ params }, reply) =>
    send(reply, (await get(params.id)).html, MAIL_CSP),
  )
  // A scope of its own, because elsewhere form bodies are ignored.
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { id: string } }>('/posta/:id', hidden, async ({ params, body }, reply) => {
      const raw = writeReply(await get(params.id), readReply(body))
      await inbound.receive(Readable.from([raw]), { recipients: [], hasSender: true })
      return reply.redirect('/posta', 303)
    })
  })
}
