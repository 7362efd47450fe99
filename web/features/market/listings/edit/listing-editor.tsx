import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#domain/base/errors.ts'
import type { OwnListing } from '#domain/market/listings.schema.ts'
import { isDraft } from '#domain/market/listings.ts'
import { ApiError, call } from '#web/client.ts'
import { checkedCategory } from '#web/features/market/listings/edit/categories.ts'
import { FirstStep } from '#web/features/market/listings/edit/first-step.tsx'
import { type Prefilled, useListingDraft } from '#web/features/market/listings/edit/listing-drafts.ts'
import {
  categoryOf,
  EVENT_CATEGORY,
  eventErrorOf,
  expiryOf,
  valuesOf,
} from '#web/features/market/listings/edit/listing-values.ts'
import { MoreDetails } from '#web/features/market/listings/edit/more-details.tsx'
import { useListingPictures } from '#web/features/market/listings/edit/pictures.ts'
import { PicturesField } from '#web/features/market/listings/edit/pictures-field.tsx'
import { Preview } from '#web/features/market/listings/edit/preview.tsx'
import { useSaveListing } from '#web/features/market/listings/edit/save-listing.ts'
import { DraftMatches } from '#web/features/market/listings/matches/draft-matches.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './editor.module.css'

type Props = { listing: OwnListing; prefilled?: Prefilled | undefined }

export const ListingEditor = ({ listing, prefilled }: Props) => {
  const { values, set, changed, restored, discard, forget } = useListingDraft(listing, prefilled)
  const setPictures = useCallback((image: string[]) => set({ image }), [set])
  const tools = useListingPictures(values.image, setPictures)

  const [newCategories, setNewCategories] = useState<string[]>([])
  const unsaved = useRef(false)
  useEffect(() => {
    unsaved.current = changed || tools.sending
  }, [changed, tools.sending])
  const isUnsaved = useCallback(() => unsaved.current, [])

  const save = useSaveListing(listing._id, () => {
    unsaved.current = false
    forget()
  })
  const check = (): FieldErrors => {
    const error = eventErrorOf(values, listing, new Date())
    return error ? { [error.field]: error.message } : {}
  }
  const submit = async () => {
    if (tools.sending) throw new FormError('Le foto sono ancora in viaggio: aspetta un momento.')
    const category = await checkedCategory(categoryOf(values), [...newCategories, listing.category, EVENT_CATEGORY])
    try {
      await save({ ...values, category, expiry: expiryOf(values, listing) })
    } catch (error) {
      // The message shows the owner the new quantity, so saving again may overwrite it.
      if (error instanceof ApiError && error.status === 409) {
        const now = await call('GET /api/products/:id', { params: { id: listing._id } }).catch(() => undefined)
        if (now) set({ countInStockSeen: now.countInStock, placesSeen: now.places })
      }
      throw error
    }
  }
  const startOver = () => {
    discard()
    tools.reset(valuesOf(listing).image)
  }

  const isNew = isDraft(listing.name)
  const onNewCategory = (category: string) => setNewCategories((others) => [...others, category])
  const fields = { values, set, onNewCategory }
  return (
    <div className={styles.editor}>
      {restored && (
        <Alert tone="notice">
          <div className={styles.row}>
            <span>Abbiamo ripreso le modifiche che non avevi salvato.</span>
            <Button kind="outlined" onClick={startOver}>
              Torna alla versione salvata
            </Button>
          </div>
        </Alert>
      )}
      <div className={styles.columns}>
        <Form
          label="Annuncio"
          check={check}
          onSubmit={submit}
          submit={isNew ? 'Pubblica' : 'Salva'}
          busy={isNew ? 'Pubblico…' : 'Salvo…'}
          sticky
          aside={
            <span className={styles.state}>{changed ? 'Modifiche non salvate' : 'Nessuna modifica da salvare'}</span>
          }
        >
          <FirstStep {...fields} pictures={<PicturesField values={values} tools={tools} />} />
          <DraftMatches draft={{ ...values, brand: values.tags.join(',') }} />
          <MoreDetails {...fields} />
        </Form>
        <Preview listing={listing} values={values} pictures={tools.pictures} />
      </div>
      <LeaveGuard
        active={isUnsaved}
        note="Se esci ora, gli altri non le vedranno. Le ritrovi qui, in questo browser, quando torni."
      />
    </div>
  )
}
