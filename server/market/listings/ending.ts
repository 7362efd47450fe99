import { DAY_MS, theDate } from '#domain/base/dates.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { EndingListing, EndingStore } from '#server/market/listings/ending-store.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { listingRef } from '#server/talk/references/references.ts'

const TOLD_DAYS_BEFORE = 3
const BATCH = 200

type Parts = {
  store: EndingStore
  members: MembersService
  notices: Notices
  now: () => Date
}

export const endingKey = (listingId: string): string => `listing-end:${listingId}`

type Ending = { id: string; endsAt: Date; shownName: string; path: string }

const endingMail = (text: string, { shownName, path }: Ending): MailContent => ({
  subject: text,
  greeting: `Ciao ${shownName},`,
  paragraphs: [`${text}. Dopo quel giorno non si vedrà più in vetrina.`, 'Se serve ancora, scegli una nuova scadenza.'],
  action: { label: 'Rinnova l’annuncio', path },
})

// A listing that ends at midnight is last shown on the day before.
const endingText = ({ id, endsAt }: Ending): string =>
  `Il tuo annuncio «${listingRef(id)}» scade ${theDate(new Date(endsAt.getTime() - 1))}`

/** Notifies the owners of listings that are about to end, once for each end. */
export const makeListingEnding = ({ store, members, notices, now }: Parts) => {
  const tell = ({ id, sellerId }: EndingListing, until: Date): Promise<void> =>
    store.transaction(async (tx) => {
      // Members are locked before listings.
      const seller = (await members.contacts(tx, [sellerId])).get(sellerId)
      const ending = await store.recordTold(tx, id, now(), until)
      if (!seller || !ending) return
      const path = `/product/${id}/edit`
      const about = { ...ending, id, shownName: seller.shownName, path }
      const text = endingText(about)
      const mail = { content: endingMail(text, about) }
      await notices.tell(tx, { member: sellerId, kind: 'listing', text, link: path, key: endingKey(id), mail })
    })

  return {
    async tellOwners(stopping?: AbortSignal): Promise<void> {
      const until = new Date(now().getTime() + TOLD_DAYS_BEFORE * DAY_MS)
      for (let isLast = false; !isLast && !stopping?.aborted; ) {
        const untold = await store.untold(now(), until, BATCH)
        for (const listing of untold) await tell(listing, until)
        isLast = untold.length < BATCH
      }
    },
  }
}
