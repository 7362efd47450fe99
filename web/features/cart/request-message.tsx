import type { ComponentProps } from 'react'
import type { Section } from '#domain/listings.ts'
import { MAX_REQUEST_MESSAGE } from '#domain/orders.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

const EXAMPLES: Record<Section, string> = {
  offro: 'Ciao! È ancora disponibile? Potrei passare sabato mattina.',
  cerco: 'Ciao! Ne ho uno che non uso più: te lo porto quando vuoi.',
  propongo: 'Ciao! Mi interessa: quando ne parliamo?',
  avviso: 'Ciao! Vengo volentieri, porto qualcosa?',
  dono: 'Ciao! Mi farebbe comodo: quando posso passare?',
}

type Props = { owner: string; section: Section } & Pick<ComponentProps<'textarea'>, 'value' | 'onInput'>

/** What the requester writes to the owner of the listings. */
export const RequestMessage = ({ owner, section, ...area }: Props) => (
  <TextAreaField
    label={`Messaggio per ${owner}`}
    name="message"
    rows={3}
    maxLength={MAX_REQUEST_MESSAGE}
    placeholder={EXAMPLES[section]}
    optional
    {...area}
  />
)
