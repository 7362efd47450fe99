import type { CartItem } from '#domain/exchange/cart.ts'
import { handedOver, needsAddress } from '#domain/market/kinds.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'

export type Handover = 'inPerson' | 'sent'

const CHOICES = [
  { value: 'inPerson', label: 'Di persona' },
  { value: 'sent', label: 'Spedizione' },
] as const

/** Whether the requester may choose between meeting in person and delivery. */
export const offersBoth = (items: readonly CartItem[]): boolean =>
  needsAddress(items) && !needsAddress(handedOver(items, true))

type Props = { value: Handover; onChoose: (value: Handover) => void }

export const DeliveryChoice = ({ value, onChoose }: Props) => (
  <ChoiceField legend="Come lo ricevi" name="handover" choices={CHOICES} value={value} onChoose={onChoose} />
)
