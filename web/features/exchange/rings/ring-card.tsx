import { useState } from 'react'
import { Link } from 'react-router'
import { DAY_MS, theDate } from '#domain/base/dates.ts'
import { FREE, fromHundredths, priceParts, toHundredths } from '#domain/base/money.ts'
import type { RingView } from '#domain/exchange/rings.schema.ts'
import { ringPaymentText } from '#domain/exchange/rings.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './rings.module.css'

type Props = { ring: RingView; viewerId: string; onChange: () => Promise<void> }
type Part = RingView['parts'][number]

const ListingLink = ({ listing }: { listing: Part['offer'] }) =>
  listing._id ? <Link to={`/product/${listing._id}`}>{listing.name}</Link> : listing.name

const timeLeftText = (endsAt: string): string => {
  const days = Math.ceil((new Date(endsAt).getTime() - Date.now()) / DAY_MS)
  if (days <= 0) return 'sta per chiudersi'
  return days === 1 ? 'resta un giorno' : `restano ${days} giorni`
}

/** What the viewer pays and receives in the whole ring. */
const balanceText = ({ parts, balance: val }: RingView, viewerId: string): string => {
  const euros = parts.map(({ terms: { euro, payer, payee } }) =>
    payee === viewerId ? toHundredths(euro) : payer === viewerId ? -toHundredths(euro) : 0,
  )
  const euro = fromHundredths(euros.reduce((sum, amount) => sum + amount, 0))
  const [paid, received] = [priceParts({ val: -val, euro: -euro }), priceParts({ val, euro })]
  const texts = [
    ...(paid.length > 0 ? [`metti ${paid.join(' + ')}`] : []),
    ...(received.length > 0 ? [`ricevi ${received.join(' + ')}`] : []),
  ]
  return texts.length > 0
    ? `In tutto ${texts.join(' e ')}: la differenza tra quello che dai e quello che ricevi.`
    : 'Quello che dai e quello che ricevi valgono lo stesso: in tutto non metti e non ricevi niente.'
}

const stateText = ({ state, accepted, endsAt, agreedAt }: RingView): string => {
  if (state === 'agreed') return 'In corso'
  if (state === 'done') return 'Concluso'
  if (state === 'ended') return agreedAt ? 'Si è sciolto' : 'Non si è concluso'
  return accepted
    ? `Hai accettato: si aspettano gli altri, ${timeLeftText(endsAt)}`
    : `Da decidere: ${timeLeftText(endsAt)}`
}

const explanation = ({ state, agreedAt, parts }: RingView): string | undefined => {
  if (state === 'agreed')
    return 'Le tue richieste hanno i contatti e i messaggi. Se qualcuno ne chiude una, l’anello si scioglie per tutti.'
  if (state === 'done') return 'Tutti hanno ricevuto quello che aspettavano.'
  if (state !== 'ended' || !agreedAt) return undefined
  const left = parts.some(({ isClosed }) => !isClosed) ? ' Quelle già cominciate restano.' : ''
  return `Una delle richieste si è chiusa, e così l’anello si è sciolto per tutti.${left}`
}

/** How far a part of an agreed ring is. */
const progressOf = ({ terms, handedOverAt, receivedAt, paidAt, isClosed }: Part) => {
  const done = [
    ...(paidAt ? [`pagato ${theDate(paidAt)}`] : []),
    ...(handedOverAt ? [`consegnato ${theDate(handedOverAt)}`] : []),
    ...(receivedAt ? [`ricevuto ${theDate(receivedAt)}`] : []),
  ]
  if (isClosed) return { done, open: ['richiesta chiusa'] }
  const open = [
    ...(terms.payer && !paidAt ? ['da pagare'] : []),
    ...(receivedAt ? [] : [handedOverAt ? 'da confermare' : 'da consegnare']),
  ]
  return { done, open }
}

const Progress = ({ part }: { part: Part }) => {
  const { done, open } = progressOf(part)
  return (
    <ul className={styles.progress}>
      {done.map((text) => (
        <li key={text} className={styles.done}>
          <Icon name="check" size={16} />
          {text}
        </li>
      ))}
      {open.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

const Exchange = ({ part, ring, viewerId }: { part: Part; ring: RingView; viewerId: string }) => {
  const { giver, receiver, offer, terms, priceVal, priceEuro } = part
  const nameOf = (id: string) => (id === viewerId ? undefined : [giver, receiver].find(({ _id }) => _id === id)?.name)
  const [isGiver, isReceiver] = [giver._id === viewerId, receiver._id === viewerId]
  const price = priceParts({ val: priceVal, euro: priceEuro })
  const payment = part.isClosed && !part.paidAt ? undefined : ringPaymentText(terms, nameOf)
  return (
    <li className={isGiver || isReceiver ? styles.own : undefined}>
      <div className={styles.exchange}>
        <span>
          <strong>{isGiver ? 'Tu' : giver.name}</strong> {isGiver ? 'dai' : 'dà'} «
          <ListingLink listing={offer} />» a <strong>{isReceiver ? 'te' : receiver.name}</strong>
        </span>
        <span className={styles.price}>{price.length > 0 ? `vale ${price.join(' + ')}` : FREE}</span>
      </div>
      {payment && (
        <p className={styles.payment}>
          <WithAmounts>{payment}</WithAmounts>
        </p>
      )}
      {ring.agreedAt && <Progress part={part} />}
      {part.order && <Link to={`/order/${part.order}`}>Vai alla richiesta</Link>}
    </li>
  )
}

/** Shows who gives what to whom, what is paid, and how far each is. The answers of other members are never shown. */
export const RingCard = ({ ring, viewerId, onChange }: Props) => {
  const [isDeclining, setDeclining] = useState(false)
  const { busy, outcome, run } = useAction(async (accept: boolean) => {
    setDeclining(false)
    await call('POST /api/rings/:id/answer', { params: { id: ring._id }, body: { accept } }).finally(onChange)
  })
  const explained = explanation(ring)
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
          <Exchange key={part.giver._id} part={part} ring={ring} viewerId={viewerId} />
        ))}
      </ol>
      {(ring.state === 'open' || ring.state === 'agreed') && (
        <p>
          <WithAmounts>{balanceText(ring, viewerId)}</WithAmounts>
        </p>
      )}
      {explained && <p className={styles.hint}>{explained}</p>}
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
              {ring.accepted ? 'Rinuncia' : 'No, grazie'}
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
          <Button onClick={() => run(false)}>Rinuncia</Button>
        </div>
      </Dialog>
    </article>
  )
}
