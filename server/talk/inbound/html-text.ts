// Turns the HTML of a reply into text in which quotes are marked as in plain mails. For mails without a text part.

export const QUOTE_BELOW = '-----Messaggio originale-----'

// Elements that mail programs put around, or right before, what they quote without a blockquote.
const QUOTING =
  /class="?[^">]*\b(gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra)\b|id="?(divRplyFwdMsg|appendonsend|reply-intro|isReplyContent|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION|x?_?replysplit)\b|border:none;\s*border-top:\s*solid/i
const BREAKING = /^(br|p|div|tr|li|ul|ol|table|h[1-6]|hr|blockquote|section|article|pre)$/
const SILENT = /^(style|script|head|title|template|svg|object)$/
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  agrave: 'à',
  egrave: 'è',
  eacute: 'é',
  igrave: 'ì',
  ograve: 'ò',
  ugrave: 'ù',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  euro: '€',
}

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  })

/** Returns the index of the next tag end; attributes in quotes may contain `>`. */
const endOfTag = (html: string, from: number): number => {
  let quote = ''
  for (let index = from; index < html.length; index++) {
    const character = html[index] ?? ''
    if (quote) quote = character === quote ? '' : quote
    else if (character === '>') return index
    else if (character === '"' || character === "'") quote = character
  }
  return html.indexOf('>', from)
}

export const textOfHtml = (html: string): string => {
  const lines: string[] = ['']
  let [depth, silent, isQuoted] = [0, '', false]
  const add = (text: string) => {
    lines[lines.length - 1] += text
  }
  const breakLine = () => {
    if (lines.at(-1) !== '' || lines.at(-2) !== '') lines.push('')
  }
  const open = (name: string, tag: string) => {
    if (SILENT.test(name)) silent = name
    // What an element of a mail program quotes goes on to the end, unless it is itself marked as a quote.
    if (!isQuoted && depth === 0 && name !== 'blockquote' && QUOTING.test(tag)) {
      isQuoted = true
      lines.push(QUOTE_BELOW, '')
    }
    if (BREAKING.test(name)) breakLine()
    if (name === 'blockquote') depth += 1
  }
  const close = (name: string) => {
    if (name === silent) silent = ''
    if (BREAKING.test(name)) breakLine()
    if (name === 'blockquote') depth = Math.max(0, depth - 1)
  }
  let index = 0
  while (index < html.length) {
    if (html[index] !== '<') {
      const next = html.indexOf('<', index)
      const text = html.slice(index, next === -1 ? undefined : next)
      const shown = silent ? '' : decode(text.replace(/\s+/g, ' '))
      const marked = depth > 0 && lines.at(-1) === '' && shown.trim() ? `> ${shown}` : shown
      if (lines.at(-1) !== '' || shown.trim()) add(marked)
      index = next === -1 ? html.length : next
      continue
    }
    const isComment = html.startsWith('<!--', index)
    const end = isComment ? html.indexOf('-->', index) : endOfTag(html, index)
    if (end === -1) break
    const tag = html.slice(index, end)
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(tag) ?? []
    if (slash) close(name.toLowerCase())
    else if (name && !silent) open(name.toLowerCase(), tag)
    index = end + (isComment ? 3 : 1)
  }
  return lines.map((line) => line.trim()).join('\n')
}
