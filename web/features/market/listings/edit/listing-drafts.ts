import { useCallback, useEffect, useState } from 'react'
import type { OwnListing } from '#domain/market/listings.schema.ts'
import {
  type ListingValues,
  restoredValues,
  sameValues,
  valuesOf,
} from '#web/features/market/listings/edit/listing-values.ts'
import { browserStore } from '#web/lib/browser-store.ts'
import { memberKey, UNSAVED_LISTINGS } from '#web/lib/session/session.ts'

type UnsavedChanges = { listing: string; values: ListingValues }

// Older unsaved changes are discarded.
const MAX_LISTINGS = 5
const unsavedChanges = () => browserStore<UnsavedChanges[]>('localStorage', memberKey(UNSAVED_LISTINGS), [])

const storeChanges = (listing: string, values: ListingValues | undefined) => {
  const others = unsavedChanges()
    .read()
    .filter((entry) => entry.listing !== listing)
  unsavedChanges().write(values ? [{ listing, values }, ...others].slice(0, MAX_LISTINGS) : others)
}

/** Values of a new listing that another page has filled in. */
export type Prefilled = Partial<Pick<ListingValues, 'section' | 'name' | 'category' | 'priceVal'>>

/** Unsaved changes of a listing, stored in the browser on every change until saved or discarded. */
export const useListingDraft = (listing: OwnListing, prefilled: Prefilled = {}) => {
  const saved = valuesOf(listing)
  const [values, setValues] = useState<ListingValues>(() => {
    const unsaved = unsavedChanges()
      .read()
      .find((entry) => entry.listing === listing._id)?.values
    return { ...saved, ...prefilled, ...(unsaved && restoredValues(unsaved, saved)) }
  })
  const [restored, setRestored] = useState(() => !sameValues({ ...saved, ...prefilled }, values))
  const changed = !sameValues(saved, values)

  const set = useCallback((change: Partial<ListingValues>) => setValues((now) => ({ ...now, ...change })), [])

  useEffect(() => storeChanges(listing._id, changed ? values : undefined), [listing._id, changed, values])

  return {
    values,
    set,
    changed,
    /** Whether unsaved changes of an earlier visit were restored. */
    restored,
    discard: () => {
      setValues(saved)
      setRestored(false)
    },
    /** Call after saving or deleting. */
    forget: () => storeChanges(listing._id, undefined),
  }
}
