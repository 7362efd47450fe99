import { noticeLeaveApiPath, noticeLeavePath } from '#domain/accounts/mail-links.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { formatDate } from '#domain/base/dates.ts'
import { type Leavable, LINK_SUBJECTS, type LinkSubject } from '#domain/talk/notices.ts'
import { makeSignedLinks } from '#server/platform/signed-links.ts'
import { FROM_SITE } from '#server/talk/inbound/reply-addresses.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { DueNotice, NoticeMail } from '#server/talk/notices/store.ts'

const DIGEST_AT_MOST = 20

/** Signed codes of unsubscribe links, which are valid only for unsubscribing. */
export const makeLeaveCodes = (secret: string) => {
  const links = makeSignedLinks(secret, 'leave notices')
  return {
    issue: (memberId: string, from: Leavable): string => links.issue(memberId, from),
    read(code: string): { memberId: string; from: LinkSubject } | undefined {
      const [memberId, name] = links.read(code) ?? []
      const from = LINK_SUBJECTS.find((known) => known === name)
      return memberId && from ? { memberId, from } : undefined
    },
  }
}
export type LeaveCodes = ReturnType<typeof makeLeaveCodes>

/** Adds the unsubscribe link and headers. */
export const withLeave = <Written extends NoticeMail>(written: Written, code: string, site: SiteSettings) => ({
  ...written,
  content: {
    ...written.content,
    leave: { label: 'Disattiva le e-mail come questa', path: noticeLeavePath(code) },
  },
  headers: {
    ...written.headers,
    'List-Unsubscribe': `<${site.publicUrl}${noticeLeaveApiPath(code)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})

/** What the button of a mail without a text of its own says, by the page that it opens. */
const ACTIONS = [
  ['/order/', 'Vai alla richiesta'],
  ['/product/', 'Vai all’annuncio'],
  ['/portafoglio', 'Vai al portafoglio'],
  ['/anelli', 'Vai all’anello'],
  ['/messaggi', 'Rispondi'],
  ['/segnalazioni', 'Vai alle segnalazioni'],
  ['/decisioni', 'Leggi la decisione'],
  ['/tesoreria', 'Vai alla tesoreria'],
  ['/contatti', 'Vai ai contatti'],
] as const
const actionLabel = (link: string): string => ACTIONS.find(([path]) => link.startsWith(path))?.[1] ?? 'Apri la pagina'

export const plainMail = ({ shownName, text, link }: DueNotice): MailContent => ({
  subject: text.replace(/\.$/, ''),
  // The text of a notice begins with a capital letter.
  greeting: `Ciao ${shownName}!`,
  paragraphs: [text],
  action: { label: actionLabel(link), path: link },
})

/** Returns the ids of the listings whose names the texts quote. */
export const listingsIn = (notices: DueNotice[]): string[] => notices.flatMap(({ listingId }) => listingId ?? [])

const digestSubject = (count: number, site: SiteSettings): string =>
  count === 1 ? `Una novità per te su ${site.associationName}` : `${count} novità per te su ${site.associationName}`

export const digestMail = (
  notices: [DueNotice & { createdAt: Date }, ...(DueNotice & { createdAt: Date })[]],
  codes: LeaveCodes,
  site: SiteSettings,
) => {
  const [{ memberId, shownName }] = notices
  const shown = notices.slice(0, DIGEST_AT_MOST)
  const left = notices.length - shown.length
  const content: MailContent = {
    subject: digestSubject(notices.length, site),
    greeting: `Ciao ${shownName},`,
    paragraphs: [
      notices.length === 1
        ? 'c’è una novità che non hai ancora visto.'
        : `ci sono ${notices.length} novità che non hai ancora visto.`,
    ],
    action: { label: 'Vai alle notifiche', path: '/avvisi' },
    list: {
      title: left > 0 ? `Eccone ${shown.length}` : 'Che cosa è successo',
      entries: shown.map(({ createdAt, text, link }) => ({ label: `${formatDate(createdAt)} · ${text}`, path: link })),
    },
    notes: ['Ricevi questo riepilogo al massimo una volta al giorno. Puoi scegliere che cosa ti arriva.', FROM_SITE],
  }
  return withLeave({ content, quotes: listingsIn(notices) }, codes.issue(memberId, 'digest'), site)
}
