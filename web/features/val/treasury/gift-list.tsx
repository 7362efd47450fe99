import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { dative } from '#domain/accounts/names.ts'
import { formatDate, formatTime } from '#domain/base/dates.ts'
import { formatPrice, formatVal } from '#domain/base/money.ts'
import type { Treasury } from '#domain/val/treasury.schema.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import styles from './treasury.module.css'

type Gift = Treasury['gifts'][number]
type Decision = 'approve' | 'revoke'

const peopleText = (count: number): string => (count === 1 ? 'a una persona' : `a ${count} persone`)
const whomText = ({ to, gifts }: Gift): string => (to ? dative(to) : `${peopleText(gifts)}, da un file`)
const failedText = (count: number): string => (count === 1 ? ', uno non riuscito' : `, ${count} non riusciti`)

const keptText = (count: number): string => {
  if (count === 0) return ''
  return count === 1 ? ', uno non si può riprendere' : `, ${count} non si possono riprendere`
}
const revokedText = ({ gifts, paid, failed, revoked }: Gift): string => {
  const isOver = revoked + paid + failed === gifts
  return gifts === 1
    ? 'in annullamento'
    : `${isOver ? 'annullati' : 'in annullamento:'} ${revoked} di ${gifts}${keptText(paid)}`
}

const progress = (gift: Gift): string => {
  const { state, paid, failed, revoked, gifts } = gift
  if (state === 'proposed') return 'aspetta il sì di un’altra persona che amministra'
  if (state === 'revoked' && revoked === gifts) return 'annullato'
  if (state === 'revoked') return revokedText(gift)
  if (gifts === 1) return failed > 0 ? 'non riuscito' : paid > 0 ? 'arrivato' : 'in arrivo'
  if (paid === gifts) return `tutti e ${gifts} arrivati`
  return `${paid} di ${gifts} arrivati${failed > 0 ? failedText(failed) : ''}`
}

const Decide = ({ gift, decision, onDone }: { gift: Gift; decision: Decision; onDone: (text: string) => void }) => {
  const [open, setOpen] = useState(false)
  const val = formatPrice({ val: gift.amount })
  const whom = whomText(gift)
  const isYes = decision === 'approve'
  const label = isYes ? 'Di’ di sì' : gift.state === 'proposed' ? 'Annulla' : 'Riprendi'
  const question = isYes
    ? 'Dire di sì a questo regalo?'
    : gift.state === 'proposed'
      ? 'Annullare questo regalo?'
      : 'Riprendere questi VAL?'
  const params = { id: gift._id }
  const decide = async () => {
    const { message } = isYes
      ? await call('POST /api/treasury/gifts/:id/approve', { params })
      : await call('POST /api/treasury/gifts/:id/revoke', { params })
    onDone(message)
  }
  return (
    <>
      <Button kind={isYes ? 'filled' : 'outlined'} onClick={() => setOpen(true)}>
        {label}
        <span className="visually-hidden">
          {' '}
          {val} {whom}
        </span>
      </Button>
      <Confirmation
        title={question}
        label={label}
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={decide}
        submit={label}
        cancel="Indietro"
        danger={!isYes}
      >
        <p>
          <strong>{val}</strong> {whom}
          {gift.note && ` per «${gift.note}»`}.{' '}
          {isYes
            ? `Li propone ${gift.by}: con il tuo sì partono subito.`
            : gift.state === 'proposed'
              ? 'Non sono ancora partiti.'
              : 'Tornano in tesoreria, se non sono già stati usati. Lo diciamo a chi li aveva ricevuti.'}
        </p>
      </Confirmation>
    </>
  )
}

/** The last gifts, how far they are, and what can still be decided about them. */
export const GiftList = ({ gifts }: Pick<Treasury, 'gifts'>) => {
  const { revalidate } = useRevalidator()
  const [message, setMessage] = useState<string>()
  const finish = (text: string) => {
    setMessage(text)
    void revalidate()
  }
  return (
    <>
      <Outcome success={message} />
      {gifts.length > 0 && (
        <ul className={styles.gifts} aria-label="Ultimi regali">
          {gifts.map((gift) => (
            <li key={gift._id}>
              <p>
                <strong>{formatVal(gift.amount)}</strong> {whomText(gift)}
                {gift.note && ` per «${gift.note}»`}: {progress(gift)}
              </p>
              <p className={styles.by}>
                {gift.by}, {formatDate(gift.at)} {formatTime(gift.at)}
                {gift.revocableUntil && ` · si può riprendere fino alle ${formatTime(gift.revocableUntil)}`}
              </p>
              {gift.gifts > 1 && gift.state !== 'proposed' && (
                <progress max={gift.gifts} value={gift.paid + gift.failed + gift.revoked} aria-label={progress(gift)} />
              )}
              {gift.failures.length > 0 && (
                <ul>
                  {gift.failures.map(({ to, message: failure }) => (
                    <li key={to}>
                      {to}: {failure}
                    </li>
                  ))}
                </ul>
              )}
              {(gift.mayApprove || gift.mayRevoke) && (
                <div className={styles.decisions}>
                  {gift.mayApprove && <Decide gift={gift} decision="approve" onDone={finish} />}
                  {gift.mayRevoke && <Decide gift={gift} decision="revoke" onDone={finish} />}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
