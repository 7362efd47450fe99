import type { ReactNode } from 'react'
import { showsPrice } from '#domain/market/kinds.ts'
import { MAX_TITLE, type Section } from '#domain/market/listings.ts'
import { CategoryField, type CategoryProps } from '#web/features/market/listings/edit/category-field.tsx'
import { EventStart } from '#web/features/market/listings/edit/event-fields.tsx'
import { KindField } from '#web/features/market/listings/edit/kind-field.tsx'
import { ComuneField } from '#web/features/market/listings/edit/place-fields.tsx'
import { PriceFields } from '#web/features/market/listings/edit/price-fields.tsx'
import { CountedField } from '#web/ui/form/counted-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const TITLE_EXAMPLES: Record<Section, string> = {
  offro: 'Bicicletta da città, come nuova',
  cerco: 'Cerco un tavolo da giardino',
  propongo: 'Orto da coltivare insieme',
  avviso: 'Festa di quartiere, sabato 12',
  dono: 'Regalo due ore di ripetizioni',
}

/** What is enough to publish, at most seven fields: photo, kind, title, category, price or date, place. */
export const FirstStep = ({ pictures, ...fields }: CategoryProps & { pictures: ReactNode }) => {
  const { values, set } = fields
  const isEvent = values.section === 'avviso'
  return (
    <Panel id="annuncio" title="L’essenziale">
      {pictures}
      <KindField {...fields} />
      <CountedField
        label="Titolo"
        name="name"
        value={values.name}
        onChange={(event) => set({ name: event.target.value })}
        maxLength={MAX_TITLE}
        placeholder={TITLE_EXAMPLES[values.section]}
        required
        autoComplete="off"
        enterKeyHint="next"
      />
      {!isEvent && <CategoryField {...fields} />}
      {showsPrice(values.section) && <PriceFields {...fields} />}
      {isEvent && <EventStart {...fields} />}
      <ComuneField {...fields} />
    </Panel>
  )
}
