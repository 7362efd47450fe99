import type { CartItem } from '#domain/exchange/cart.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './second-request.module.css'

const reasonFor = (inCart: CartItem, refused: CartItem): string =>
  inCart.seller._id === refused.seller._id
    ? 'Offerte, risposte a chi cerca, proposte ed eventi si mandano con richieste separate.'
    : 'Ogni richiesta va a una persona sola.'

type Props = { items: CartItem[]; refused: CartItem | undefined; onReplace: () => void; onKeep: () => void }

/** Asks what to do if a listing cannot be in one request with those in the cart. */
export const SecondRequest = ({ items, refused, onReplace, onKeep }: Props) => {
  const [inCart] = items
  if (!inCart || !refused) return null
  return (
    <Dialog title="Nel carrello c’è già un’altra richiesta" open onClose={onKeep}>
      <p>
        Nel carrello hai «{inCart.name}» di <strong>{inCart.seller.seller.name}</strong>, e volevi aggiungere «
        {refused.name}» di <strong>{refused.seller.seller.name}</strong>. {reasonFor(inCart, refused)}
      </p>
      <div className={styles.ways}>
        <ButtonLink to={`/product/${refused.product}#contatta`} data-first>
          Manda una seconda richiesta
        </ButtonLink>
        <Button kind="outlined" onClick={onReplace}>
          Svuota e aggiungi
        </Button>
        <Button kind="plain" onClick={onKeep}>
          Tieni il carrello
        </Button>
      </div>
    </Dialog>
  )
}
