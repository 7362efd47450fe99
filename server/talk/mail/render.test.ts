import { expect, test } from 'vitest'
import type { SiteSettings } from '#domain/association/settings.ts'
import { renderMail, withLinks } from '#server/talk/mail/render.ts'
import { nameRef } from '#server/talk/references/references.ts'

test('the URLs of a text are links, without the punctuation and quotation marks around them', () => {
  const link = '<a href="https://esempio.it/a">https://esempio.it/a</a>'
  expect(withLinks('Vedi https://esempio.it/a.')).toBe(`Vedi ${link}.`)
  expect(withLinks('Vedi «https://esempio.it/a», poi')).toBe(`Vedi «${link}», poi`)
  expect(withLinks('(“https://esempio.it/a”)')).toBe(`(“${link}”)`)
})

const SITE = {
  associationName: 'Borgo',
  publicUrl: 'https://esempio.it',
  colours: { primary: '#123456' },
} as SiteSettings

test('a mail shows the logo that is sent with it, or the initial', () => {
  const content = { subject: 'Prova', greeting: 'Ciao!', paragraphs: ['Una notizia.'] }
  expect(renderMail(content, { ...SITE, logo: '/uploads/1-1200.webp' }).html).toMatch(/<img src="cid:logo"[^>]*>Borgo</)
  expect(renderMail(content, SITE).html).toMatch(/>B<\/span>Borgo</)
})

test('the name with which a mail begins stays as its owner writes it', () => {
  const name = nameRef('0a0a0a0a-0000-4000-8000-000000000000')
  const { html } = renderMail({ subject: 'Prova', greeting: 'Ciao!', paragraphs: [`${name} ha accettato.`] }, SITE)
  expect(html).toContain(`>${name} ha accettato.<`)
})

test('a mail fits a phone, loads nothing, begins with what matters and has one button, in text too', () => {
  const content = {
    subject: 'Accettata: Pane',
    greeting: 'Ciao Ugo,',
    paragraphs: ['la tua richiesta è accettata <subito>.', 'Ora tocca a te.'],
    action: { label: 'Vai alla richiesta', path: '/order/1' },
  }
  const { html, text } = renderMail(content, SITE)
  expect(html).toContain('name="viewport" content="width=device-width')
  expect(html).toContain('max-width:600px')
  expect(html).not.toMatch(/<img|<link|url\(|@import|<script/)
  expect(html.match(/class="button"/g)).toHaveLength(1)
  const [, body = ''] = html.split('<body')
  // The hidden first line is what lists of mails show.
  expect(body.indexOf('la tua richiesta è accettata &lt;subito&gt;.')).toBeLessThan(body.indexOf('Ciao Ugo,'))
  expect(body).toContain('>La tua richiesta è accettata &lt;subito&gt;.<')
  expect(text).toBe(
    'Ciao Ugo,\n\nla tua richiesta è accettata <subito>.\n\nOra tocca a te.\n\nVai alla richiesta:\nhttps://esempio.it/order/1\n\n-- \nBorgo\nhttps://esempio.it\n',
  )
})
