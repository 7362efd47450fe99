import type { CartItem } from '#domain/exchange/cart.ts'
import { MAX_REQUEST_MESSAGE } from '#domain/exchange/orders.ts'
import type { Section } from '#domain/market/listings.ts'
import { readMessage, storeMessage } from '#web/features/exchange/cart/checkout.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

const EXAMPLES: Record<Section, string> = {
  offro: 'Ciao! È ancora disponibile? Potrei passare sabato mattina.',
  cerco: 'Ciao! Ne ho uno che non uso più: te lo porto quando vuoi.',
  propongo: 'Ciao! Mi interessa: quando ne parliamo?',
  avviso: 'Ciao! Vengo volentieri, porto qualcosa?',
  dono: 'Ciao! Mi farebbe comodo: quando posso passare?',
}

type Props = { item: CartItem; onWrite?: (message: string) => void }

/** The requester's message to the owner of the listings; stored in the browser until it is sent. */
export const RequestMessage = ({ item: { seller, section }, onWrite }: Props) => (
  <TextAreaField
    label={`Messaggio per ${seller.seller.name}`}
    name="message"
    rows={3}
    maxLength={MAX_REQUEST_MESSAGE}
    placeholder={EXAMPLES[section]}
    optional
    defaultValue={readMessage(seller._id)}
    onInput={({ currentTarget: { value } }) => {
      storeMessage(seller._id, value)
      onWrite?.(value)
    }}
  />
)
