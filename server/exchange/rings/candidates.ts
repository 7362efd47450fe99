import type { EdgesStore, FoundRing } from '#server/exchange/rings/edges-store.ts'

const keyOf = ({ members }: FoundRing) => members.toSorted().join(' ')

/** Returns the rings through a listing, and those that share listings with them, to choose from. */
export const findCandidates = async (
  edges: EdgesStore,
  listingId: string,
  youngest: Date,
  now: Date,
): Promise<FoundRing[]> => {
  const through = await edges.ringsThrough([listingId], youngest, now)
  if (through.length === 0) return []
  const listings = [...new Set(through.flatMap(({ offers, wanteds }) => [...offers, ...wanteds]))]
  const all = [...through, ...(await edges.ringsThrough(listings, youngest, now))]
  return [...Map.groupBy(all, keyOf).values()].flatMap(
    (same) => same.toSorted((one, other) => other.score - one.score)[0] ?? [],
  )
}
