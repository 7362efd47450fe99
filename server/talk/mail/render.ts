import type { SiteSettings } from '#domain/association/settings.ts'
import { collapseSpaces } from '#domain/base/text.ts'
import { URL_IN_TEXT } from '#domain/base/urls.ts'

/** A mail before it is rendered, in plain text. */
export type MailContent = {
  subject: string
  greeting: string
  paragraphs: string[]
  action?: { label: string; path: string }
  /** A list of links below the text. */
  list?: { title: string; entries: { label: string; path: string }[] }
  /** Turns URLs in the paragraphs into links; only for texts by admins. */
  linked?: boolean
  /** In small print: why the mail was sent, or what to do if it was not meant for the reader. */
  notes?: string[]
  /** The unsubscribe link. */
  leave?: { label: string; path: string }
}

type RenderedMail = { subject: string; text: string; html: string }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

// Mail programs support only inline styles, and few of them.
const STYLE = {
  body: 'margin:0;padding:24px;background:#f6efe1;color:#23261f;font:16px/1.5 Georgia,serif',
  sheet: 'max-width:560px;margin:0 auto;padding:32px;background:#fffdf7;border-radius:8px',
  name: 'margin:0 0 24px;font-weight:bold;font-size:20px',
  button:
    'display:inline-block;padding:12px 20px;color:#fdf8ec;text-decoration:none;border-radius:6px;font-family:sans-serif',
  note: 'margin:16px 0 0;font:14px/1.5 sans-serif;color:#5a594a',
} as const

const html = (parts: string[], title: string): string =>
  `<!doctype html><html lang="it"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
  `<body style="${STYLE.body}"><div style="${STYLE.sheet}">${parts.join('')}</div></body></html>`

const asHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
const paragraph = (content: string) => `<p>${content}</p>`
const note = (content: string) => `<p style="${STYLE.note}">${content}</p>`
const link = (url: string, label: string, style = '') =>
  `<a href="${escapeHtml(url)}"${style && ` style="${style}"`}>${escapeHtml(label)}</a>`

const URLS = new RegExp(`(${URL_IN_TEXT.source})`)
/** Converts text to HTML with its URLs as links. */
export const withLinks = (text: string): string =>
  text
    .split(URLS)
    .map((part, index) => (index % 2 === 1 ? link(part, part) : asHtml(part)))
    .join('')

/** Renders the content as text and HTML, with the association's name and absolute links. */
export const renderMail = (content: MailContent, site: SiteSettings): RenderedMail => {
  const { notes = [] } = content
  const subject = collapseSpaces(content.subject)
  const action = content.action && { label: content.action.label, url: site.publicUrl + content.action.path }
  const leave = content.leave && { label: content.leave.label, url: site.publicUrl + content.leave.path }
  const list = content.list && {
    title: content.list.title,
    entries: content.list.entries.map(({ label, path }) => ({ label, url: site.publicUrl + path })),
  }
  const signature = `${site.associationName}\n${site.publicUrl}`
  const text = [
    content.greeting,
    ...content.paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(list ? [`${list.title}\n\n${list.entries.map(({ label, url }) => `- ${label}\n  ${url}`).join('\n')}`] : []),
    ...notes,
    `-- \n${signature}`,
    ...(leave ? [`${leave.label}:\n${leave.url}`] : []),
  ].join('\n\n')
  const parts = [
    `<p style="${STYLE.name}">${escapeHtml(site.associationName)}</p>`,
    paragraph(asHtml(content.greeting)),
    ...content.paragraphs.map((text) => paragraph(content.linked ? withLinks(text) : asHtml(text))),
    ...(action
      ? [
          `<p>${link(action.url, action.label, `${STYLE.button};background:${site.colours.primary}`)}</p>`,
          note(`Se il pulsante non funziona, copia questo indirizzo nel browser:<br>${link(action.url, action.url)}`),
        ]
      : []),
    ...(list
      ? [
          `<p><strong>${escapeHtml(list.title)}</strong></p>`,
          `<ul>${list.entries.map(({ label, url }) => `<li>${link(url, label)}</li>`).join('')}</ul>`,
        ]
      : []),
    ...notes.map((words) => note(escapeHtml(words))),
    note(`${escapeHtml(site.associationName)} · ${link(site.publicUrl, site.publicUrl)}`),
    ...(leave ? [note(link(leave.url, leave.label))] : []),
  ]
  return { subject, text: `${text}\n`, html: html(parts, subject) }
}
