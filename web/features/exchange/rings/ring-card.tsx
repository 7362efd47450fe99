import { useState } from 'react'
import { Link } from 'react-router'
import { DAY_MS, theDate } from '#domain/base/dates.ts'
import { formatPrice } from '#domain/base/money.ts'
import type { RingView } from '#domain/exchange/rings.schema.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './rings.module.css'

type Props = { ring: RingView; viewerId: string; onChange: () => Promise<void> }
type Listing = RingView['parts'][number]['offer']

const ListingLink = ({ listing }: { listing: Listing }) =>
  listing._id ? <Link to={`/product/${listing._id}`}>{listing.name}</Link> : listing.name

const timeLeftText = (endsAt: string): string => {
  const days = Math.ceil((new Date(endsAt).getTime() - Date.now()) / DAY_MS)
  if (days <= 0) return 'sta per chiudersi'
  return days === 1 ? 'resta un giorno' : `restano ${days} giorni`
}

const balanceText = (balance: number): string => {
  if (balance === 0) return 'In VAL, quello che dai e quello che ricevi valgono lo stesso.'
  const val = formatPrice({ val: Math.abs(balance) })
  return balance > 0 ? `Differenza in VAL a tuo favore: ${val}.` : `Differenza in VAL da mettere: ${val}.`
}

const stateText = ({ state, accepted, endsAt }: RingView): string => {
  if (state === 'agreed') return 'Hanno accettato tutti'
  if (state === 'ended') return 'Non si è concluso'
  return accepted
    ? `Hai accettato: si aspettano gli altri, ${timeLeftText(endsAt)}`
    : `Da decidere: ${timeLeftText(endsAt)}`
}

const Exchange = ({ part, viewerId }: { part: RingView['parts'][number]; viewerId: string }) => {
  const nameOf = ({ _id, username }: typeof part.giver) => (_id === viewerId ? 'te' : username)
  const isOwn = part.giver._id === viewerId
  return (
    <li className={isOwn || part.receiver._id === viewerId ? styles.own : undefined}>
      <span>
        <strong>{isOwn ? 'Tu' : part.giver.username}</strong> {isOwn ? 'dai' : 'dà'} «
        <ListingLink listing={part.offer} />» a <strong>{nameOf(part.receiver)}</strong>
      </span>
      <span className={styles.price}>{formatPrice({ val: part.priceVal, euro: part.priceEuro })}</span>
      {part.order && <Link to={`/order/${part.order}`}>Vai alla richiesta</Link>}
    </li>
  )
}

/** Shows giver, receiver and listing of each part of a ring. The answers of other members are never shown. */
export const RingCard = ({ ring, viewerId, onChange }: Props) => {
  const [isDeclining, setDeclining] = useState(false)
  const { busy, outcome, run } = useAction(async (accept: boolean) => {
    setDeclining(false)
    await call('POST /api/rings/:id/answer', { params: { id: ring._id }, body: { accept } }).finally(onChange)
  })
  const titleId = `anello-${ring._id}`
  return (
    <article className={styles.ring} aria-labelledby={titleId}>
      <header className={styles.top}>
        <h2 id={titleId}>Anello di {ring.parts.length} persone</h2>
        <span className={styles.state} data-state={ring.state}>
          {stateText(ring)}
        </span>
      </header>
      <ol className={styles.parts}>
        {ring.parts.map((part) => (
          <Exchange key={part.giver._id} part={part} viewerId={viewerId} />
        ))}
      </ol>
      {ring.state !== 'ended' && <p>{balanceText(ring.balance)}</p>}
      {ring.state === 'agreed' && <p>Ora siete in contatto: ogni richiesta ha i recapiti e i messaggi.</p>}
      {ring.state === 'open' && (
        <>
          <p className={styles.hint}>
            Vale se accettano tutti entro {theDate(ring.endsAt)}. Solo allora vi scambiate i contatti. Chi non accetta
            non viene nominato.
          </p>
          <div className={styles.actions}>
            {!ring.accepted && (
              <Button onClick={() => run(true)} disabled={busy}>
                {busy ? 'Un momento…' : 'Accetta'}
              </Button>
            )}
            <Button kind="outlined" onClick={() => setDeclining(true)} disabled={busy}>
              {ring.accepted ? 'Ci ripenso' : 'Non mi interessa'}
            </Button>
          </div>
        </>
      )}
      <Outcome {...outcome} />
      <Dialog title="Rinunci a questo anello?" open={isDeclining} onClose={() => setDeclining(false)}>
        <p>L’anello si chiude per tutti. Gli altri sapranno solo che non si è concluso.</p>
        <div className={styles.actions}>
          <Button kind="plain" onClick={() => setDeclining(false)} data-first>
            Annulla
          </Button>
          <Button onClick={() => run(false)}>Rinuncio</Button>
        </div>
      </Dialog>
    </article>
  )
}
