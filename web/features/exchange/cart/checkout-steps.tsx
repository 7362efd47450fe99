import { Link } from 'react-router'
import { type CartItem, requesterPays } from '#domain/exchange/cart.ts'
import { needsAddress } from '#domain/market/kinds.ts'
import styles from './checkout-steps.module.css'

const STEPS = [
  { id: 'signin', label: 'Accesso' },
  { id: 'shipping', label: 'Consegna' },
  { id: 'payment', label: 'Pagamento' },
  { id: 'placeorder', label: 'Invio richiesta' },
] as const

type Step = (typeof STEPS)[number]['id']

export const stepAfterAddress = (items: CartItem[]): Step => (requesterPays(items) ? 'payment' : 'placeorder')

/** The first step of the checkout of a signed-in member. */
export const firstStep = (items: CartItem[]): Step => (needsAddress(items) ? 'shipping' : stepAfterAddress(items))

/** The checkout steps that this cart needs, with links to the completed ones. */
export const CheckoutSteps = ({ items, current }: { items: CartItem[]; current: Step }) => {
  const isNeeded: Record<Step, boolean> = {
    signin: true,
    shipping: needsAddress(items),
    payment: requesterPays(items),
    placeorder: true,
  }
  const steps = STEPS.filter(({ id }) => isNeeded[id] || id === current)
  const here = steps.findIndex(({ id }) => id === current)
  return (
    <nav aria-label="Passi della richiesta">
      <ol className={styles.steps}>
        {steps.map(({ id, label }, index) => (
          <li
            key={id}
            className={index <= here ? styles.done : undefined}
            aria-current={id === current ? 'step' : undefined}
          >
            {index < here && id !== 'signin' ? <Link to={`/${id}`}>{label}</Link> : label}
          </li>
        ))}
      </ol>
    </nav>
  )
}
