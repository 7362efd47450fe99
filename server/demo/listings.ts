import type { Section } from '#domain/listings.ts'
import { avviso } from '#server/demo/listings-avviso.ts'
import { cerco } from '#server/demo/listings-cerco.ts'
import { dono } from '#server/demo/listings-dono.ts'
import { offroCose } from '#server/demo/listings-offro-cose.ts'
import { offroMani } from '#server/demo/listings-offro-mani.ts'
import { offroTavola } from '#server/demo/listings-offro-tavola.ts'
import { propongo } from '#server/demo/listings-propongo.ts'
import { demoMembers } from '#server/demo/members.ts'
import type { DemoListing, ListingDraft } from '#server/demo/types.ts'

const homeOf = (key: ListingDraft['seller']) => {
  const home = demoMembers.find((member) => member.key === key)
  if (!home) throw new Error(`No demo member is called ${key}.`)
  return home
}

const complete =
  (section: Section) =>
  (draft: ListingDraft): DemoListing => ({
    section,
    priceVal: 0,
    priceEuro: 0,
    isService: false,
    countInStock: 1,
    delivery: 'no preferences',
    country: 'Italia',
    state: 'Piemonte',
    city: homeOf(draft.seller).province,
    municipality: homeOf(draft.seller).municipality,
    pause: false,
    ...draft,
    pictures: draft.pictures.map((picture, index) => ({
      seed: `${draft.name} ${index}`,
      ...(typeof picture === 'string' ? { motif: picture } : picture),
    })),
    // Spread between the day of publication and today, in the order in which they are written.
    reviews: (draft.reviews ?? []).map((review, index, all) => ({
      ...review,
      daysAgo: Math.floor(draft.daysAgo * (1 - (index + 1) / (all.length + 1))),
    })),
  })

export const demoListings: readonly DemoListing[] = [
  ...[...offroTavola, ...offroMani, ...offroCose].map(complete('offro')),
  ...cerco.map(complete('cerco')),
  ...propongo.map(complete('propongo')),
  ...avviso.map(complete('avviso')),
  ...dono.map(complete('dono')),
]
