import type { MetaFunction } from 'react-router'
import type { ListingCard } from '#domain/listings.schema.ts'
import { ListingGrid } from '#web/features/listings/card/listing-grid.tsx'
import { Fields } from '#web/features/style/fields.tsx'
import { Buttons, Colours, Messages, Type } from '#web/features/style/look.tsx'
import styles from '#web/features/style/style.module.css'
import { Dialogs, Lists, LoadingStates, Values } from '#web/features/style/things.tsx'
import { privateMeta } from '#web/lib/page-meta.ts'
import { Panel } from '#web/ui/layout/panel.tsx'

export const meta: MetaFunction = () => privateMeta('Stile')

const card = (name: string, rest: Partial<ListingCard> = {}) =>
  ({
    _id: name,
    name,
    image: [],
    section: 'offro',
    isService: false,
    priceVal: 12.5,
    priceEuro: 10,
    rating: 4.5,
    numReviews: 3,
    createdAt: '2026-01-31T12:00:00.000Z',
    seller: { _id: 'prova', username: 'PROVA', seller: { name: 'Bottega di prova' } },
    ...rest,
  }) as ListingCard

const CARDS = [
  card('Pane di grano antico'),
  card('Precipitevolissimevolmente: un titolo che non finisce mai e non sta in tre righe di una scheda'),
  card('Un avviso senza prezzo', { section: 'avviso', numReviews: 0 }),
  card('Una foto che non arriva', { image: ['/uploads/non-esiste.webp'], isService: true }),
]

/** Every component in every state, in development only. */
export default function Style() {
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>Stile</h1>
      <Colours />
      <Type />
      <Buttons />
      <Messages />
      <Fields />
      <Values />
      <LoadingStates />
      <Lists />
      <Dialogs />
      <Panel id="schede" title="Schede">
        <ListingGrid listings={CARDS} />
      </Panel>
    </div>
  )
}
