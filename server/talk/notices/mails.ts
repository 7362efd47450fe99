import { noticeLeaveApiPath, noticeLeavePath } from '#domain/accounts/mail-links.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { formatDate } from '#domain/base/dates.ts'
import { type Leavable, LINK_SUBJECTS, type LinkSubject } from '#domain/talk/notices.ts'
import { makeSignedLinks } from '#server/platform/signed-links.ts'
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
    leave: { label: 'Non voglio più ricevere e-mail di questo tipo', path: noticeLeavePath(code) },
  },
  headers: {
    ...written.headers,
    'List-Unsubscribe': `<${site.publicUrl}${noticeLeaveApiPath(code)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})

export const plainMail = ({ username, text, link }: DueNotice): MailContent => ({
  subject: text,
  greeting: `Ciao ${username},`,
  paragraphs: [text],
  action: { label: 'Apro la pagina', path: link },
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
  const [{ memberId, username }] = notices
  const shown = notices.slice(0, DIGEST_AT_MOST)
  const left = notices.length - shown.length
  const content: MailContent = {
    subject: digestSubject(notices.length, site),
    greeting: `Ciao ${username},`,
    paragraphs: [
      'ecco che cosa è successo e non hai ancora visto:',
      ...shown.map(({ createdAt, text, link }) => `${formatDate(createdAt)} · ${text}\n${site.publicUrl}${link}`),
      ...(left > 0 ? [left === 1 ? 'E un altro avviso.' : `E altri ${left} avvisi.`] : []),
    ],
    action: { label: 'Vedo tutti gli avvisi', path: '/avvisi' },
    notes: ['Ricevi questo riepilogo al massimo una volta al giorno. Dalle preferenze scegli che cosa ti arriva.'],
  }
  return withLeave({ content, quotes: listingsIn(notices) }, codes.issue(memberId, 'digest'), site)
}
