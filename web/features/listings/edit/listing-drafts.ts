import { useCallback, useEffect, useState } from 'react'
import type { OwnListing } from '#domain/listings.schema.ts'
import { type ListingValues, sameValues, valuesOf } from '#web/features/listings/edit/listing-values.ts'
import { browserStore } from '#web/lib/browser-store.ts'

type Kept = { listing: string; values: ListingValues }

// Whoever begins more than this many at once has other plans for the rest.
const MOST_KEPT = 5
const kept = browserStore<Kept[]>('localStorage', 'modificheAnnunci', [])

const keep = (listing: string, values: ListingValues | undefined) => {
  const others = kept.read().filter((entry) => entry.listing !== listing)
  kept.write(values ? [{ listing, values }, ...others].slice(0, MOST_KEPT) : others)
}

/** What is being written, kept in the browser from key to key until it is saved or thrown away. */
export const useListingDraft = (listing: OwnListing) => {
  const saved = valuesOf(listing)
  const [values, setValues] = useState<ListingValues>(() => ({
    ...saved,
    ...kept.read().find((entry) => entry.listing === listing._id)?.values,
  }))
  const [restored, setRestored] = useState(() => !sameValues(saved, values))
  const changed = !sameValues(saved, values)

  const set = useCallback((change: Partial<ListingValues>) => setValues((now) => ({ ...now, ...change })), [])

  useEffect(() => keep(listing._id, changed ? values : undefined), [listing._id, changed, values])

  return {
    values,
    set,
    changed,
    /** Whether this began with what was left unsaved the last time. */
    restored,
    discard: () => {
      setValues(saved)
      setRestored(false)
    },
    /** For when it has been saved or deleted. */
    forget: () => keep(listing._id, undefined),
  }
}
