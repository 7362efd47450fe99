import { Link } from 'react-router'
import { needsAddress } from '#domain/kinds.ts'
import { useCart } from '#web/features/cart/cart.ts'
import styles from './checkout-steps.module.css'

const STEPS = [
  { id: 'signin', label: 'Accesso' },
  { id: 'shipping', label: 'Consegna' },
  { id: 'payment', label: 'Pagamento' },
  { id: 'placeorder', label: 'Invio richiesta' },
] as const

type Step = (typeof STEPS)[number]['id']

/** The checkout steps with links to the completed ones. Services have no delivery step. */
export const CheckoutSteps = ({ current }: { current: Step }) => {
  const asksAddress = needsAddress(useCart())
  const steps = STEPS.filter(({ id }) => id !== 'shipping' || asksAddress)
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
