import { splitLinks, threadPath } from '#domain/talk/threads.ts'
import type { MailContent } from '#server/talk/mail/render.ts'

type Parts = { to: string; from: string; title: string; texts: string[]; threadId: string }

// Mail programs turn addresses into links.
const withoutLinks = (text: string): string =>
  splitLinks(text)
    .map((part) => (part.isLink ? '[indirizzo web, visibile nella conversazione]' : part.text))
    .join('')

export const messageMail = ({ to, from, title, texts, threadId }: Parts): MailContent => ({
  subject: `${from} ti ha scritto: ${title}`,
  greeting: `Ciao ${to},`,
  paragraphs: [`${from} ti scrive a proposito di «${title}»:`, ...texts.map(withoutLinks)],
  action: { label: 'Rispondo', path: threadPath(threadId) },
  notes: ['Rispondi dal sito: le risposte a questa e-mail non arrivano a chi ti ha scritto.'],
})
