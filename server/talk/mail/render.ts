import { firstUpper } from '#domain/association/reports.ts'
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

// Inline, because some mail programs drop style elements; colours for dark screens and sizes for phones are in SHEET.
const STYLE = {
  body: 'margin:0;padding:24px 12px;background:#f6efe1;color:#23261f;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Arial,sans-serif',
  preview: 'display:none;max-height:0;overflow:hidden',
  sheet: 'box-sizing:border-box;max-width:600px;margin:0 auto;padding:28px 32px;background:#fffdf7;border-radius:12px',
  brand: 'margin:0 0 24px;font-weight:bold;font-size:18px',
  mark: 'display:inline-block;width:32px;margin-right:10px;border-radius:8px;color:#fdf8ec;line-height:32px;text-align:center',
  logo: 'height:32px;width:auto;margin-right:10px;border-radius:6px;background:#fffdf7;vertical-align:middle',
  text: 'margin:0 0 16px;overflow-wrap:anywhere',
  first: 'margin:0 0 16px;font-size:19px;line-height:1.4;font-weight:600;overflow-wrap:anywhere',
  actions: 'margin:24px 0',
  button: 'display:inline-block;padding:14px 24px;color:#fdf8ec;text-decoration:none;font-weight:600;border-radius:8px',
  list: 'margin:0 0 16px;padding:0;list-style:none',
  entry: 'margin:0 0 12px;overflow-wrap:anywhere',
  note: 'margin:12px 0 0;font-size:14px;color:#5a594a;overflow-wrap:anywhere',
  foot: 'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e2d8c2;font-size:14px;color:#5a594a',
} as const
const SHEET = `
:root{color-scheme:light dark}
@media (max-width:480px){.page{padding:0!important}.sheet{padding:24px 20px!important;border-radius:0!important}.button{display:block!important;text-align:center}}
@media (prefers-color-scheme:dark){.page{background:#15170f!important;color:#ece7da!important}.sheet{background:#1f2219!important}.note{color:#b9b3a2!important}.foot{border-color:#3a3d31!important}a:not(.button){color:#9cc7f0!important}}`

// An attribute in double quotes cannot contain those of a font name.
const styled = (name: keyof typeof STYLE, more = ''): string => ` style="${STYLE[name].replaceAll('"', "'")}${more}"`

const html = (parts: string[], { title, preview }: { title: string; preview: string }): string =>
  '<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
  `<title>${escapeHtml(title)}</title><style>${SHEET}</style></head><body class="page"${styled('body')}>` +
  `<div${styled('preview')}>${escapeHtml(preview)}</div><div class="sheet"${styled('sheet')}>${parts.join('')}</div></body></html>`

export const asHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
const note = (content: string) => `<p class="note"${styled('note')}>${content}</p>`
const link = (url: string, label: string) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`

/** The content id of the logo, which is sent with the mail: nothing is fetched from outside. */
export const LOGO_ID = 'logo'

/** The association's logo, or its initial, and its name. */
const brand = ({ associationName, colours, logo }: SiteSettings): string => {
  const initial = escapeHtml(associationName.trim().charAt(0).toUpperCase())
  const mark = logo
    ? `<img src="cid:${LOGO_ID}" alt="" height="32"${styled('logo')}>`
    : `<span aria-hidden="true"${styled('mark', `;background:${colours.primary}`)}>${initial}</span>`
  return `<p${styled('brand')}>${mark}${escapeHtml(associationName)}</p>`
}

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
  // The first sentence is the headline, unless an admin wrote the text.
  const [first = '', ...others] = content.linked ? ['', ...content.paragraphs] : content.paragraphs
  const parts = [
    brand(site),
    `<p${styled('text')}>${asHtml(content.greeting)}</p>`,
    ...(first ? [`<p${styled('first')}>${asHtml(firstUpper(first))}</p>`] : []),
    ...others.map((words) => `<p${styled('text')}>${content.linked ? withLinks(words) : asHtml(words)}</p>`),
    ...(action
      ? [
          `<p${styled('actions')}><a class="button" href="${escapeHtml(action.url)}"` +
            `${styled('button', `;background:${site.colours.primary}`)}>${escapeHtml(action.label)}</a></p>`,
        ]
      : []),
    ...(list
      ? [
          `<p${styled('text')}><strong>${escapeHtml(list.title)}</strong></p>`,
          `<ul${styled('list')}>${list.entries.map(({ label, url }) => `<li${styled('entry')}>${link(url, label)}</li>`).join('')}</ul>`,
        ]
      : []),
    ...notes.map((words) => note(escapeHtml(words))),
    `<p class="note foot"${styled('foot')}>${escapeHtml(site.associationName)} · ${link(site.publicUrl, site.publicUrl)}</p>`,
    ...(leave ? [note(link(leave.url, leave.label))] : []),
  ]
  return { subject, text: `${text}\n`, html: html(parts, { title: subject, preview: content.paragraphs[0] ?? '' }) }
}
