import type { Member } from '#domain/accounts/access.ts'
import type { PageText, PageTextChange, TermsState } from '#domain/association/page-texts.schema.ts'
import { FIRST_TEXTS, FIRST_VERSION, TEXT_MESSAGES, type TextPage } from '#domain/association/page-texts.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { AppError } from '#domain/base/errors.ts'
import type { TextsStore } from '#server/association/texts/store.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

type Parts = { store: TextsStore; audit: Audit; site: SiteSettings; now: () => Date }

const subjectOf = (memberId: string) => `member:${memberId}`

/** Page texts written by admins, and the versions of the terms that members have accepted. */
export const makeTexts = ({ store, audit, site, now }: Parts) => {
  const firstText = (page: TextPage): string =>
    FIRST_TEXTS[page].replaceAll('{associazione}', site.associationName).replaceAll('{sito}', site.associationUrl)

  const get = async (page: TextPage, tx?: Queries): Promise<PageText> => {
    const row = await store.newest(page, tx)
    if (!row) return { page, version: FIRST_VERSION, text: firstText(page), at: null }
    return { page, version: row.version, text: row.text, at: row.createdAt.toISOString() }
  }

  return {
    /** Each version refers to its author. */
    personalData: { tables: ['page_text'] } satisfies PersonalData,

    get,

    async write(page: TextPage, { text, version }: PageTextChange, viewer: Member): Promise<PageText> {
      const current = await get(page)
      const next = { version: current.version + 1, text, by: viewer.id, at: now() }
      await store.transaction(async (tx) => {
        if (current.version !== version || !(await store.add(tx, page, next)))
          throw new AppError('conflict', TEXT_MESSAGES.stale)
        const details = { version: String(next.version) }
        await audit.record({ actor: viewer.id, action: 'text.write', subject: page, details }, tx)
      })
      return get(page)
    },

    async acceptByRegistering(tx: Queries, memberId: string): Promise<void> {
      const textVersion = String((await get('terms', tx)).version)
      await audit.consentTo({ subject: subjectOf(memberId), purpose: 'terms', event: 'confirmed', textVersion }, tx)
    },

    /** Members without a recorded acceptance count as having accepted the first version. */
    async terms({ id }: Member): Promise<TermsState> {
      const [{ version }, consents] = await Promise.all([get('terms'), audit.consentsOf(subjectOf(id))])
      const accepted = consents
        .filter(({ purpose }) => purpose === 'terms')
        .map(({ textVersion }) => Number(textVersion))
      return { version, accepted: Math.max(FIRST_VERSION, ...accepted) }
    },

    async accept(version: number, { id }: Member): Promise<void> {
      if ((await get('terms')).version !== version) throw new AppError('conflict', TEXT_MESSAGES.termsChanged)
      const textVersion = String(version)
      await audit.consentTo({ subject: subjectOf(id), purpose: 'terms', event: 'confirmed', textVersion })
    },
  }
}
