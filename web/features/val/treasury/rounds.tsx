import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { addDays, formatDate, italianDate, ofDate, sinceDate } from '#domain/base/dates.ts'
import { formatVal } from '#domain/base/money.ts'
import type { Round } from '#domain/val/currency.schema.ts'
import { ANNOUNCE_DAYS, TELL_DAYS } from '#domain/val/currency.ts'
import type { Treasury } from '#domain/val/treasury.schema.ts'
import { call } from '#web/client.ts'
import { TypedConfirmation } from '#web/features/val/treasury/typed-confirmation.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { Alert } from '#web/ui/state/alert.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import styles from './treasury.module.css'

type Preview = Treasury['round']

const PreviewText = ({ preview }: { preview: Preview }) =>
  preview ? (
    <p>
      Oggi un giro toglierebbe <strong>{formatVal(preview.takes)}</strong> a{' '}
      <strong>{preview.holders === 1 ? 'un portafoglio' : `${preview.holders} portafogli`}</strong>.
    </p>
  ) : (
    <p>L’ultimo giro non è ancora concluso.</p>
  )

/** Announces a round, confirmed by typing the date. Only the command line calls one without an announcement. */
export const PlanRound = ({ preview }: { preview: Preview }) => {
  const { revalidate } = useRevalidator()
  const first = addDays(italianDate(new Date()), ANNOUNCE_DAYS)
  const [day, setDay] = useState('')
  const [plan, setPlan] = useState<string>()
  const [done, setDone] = useState<string>()
  const ask = async () => {
    setDone(undefined)
    if (day < first) throw new FormError(`Scegli una data ${sinceDate(first)} in poi.`, 'date')
    setPlan(day)
  }
  const act = async () => {
    if (!plan) return
    await call('POST /api/currency/rounds', { body: { date: plan } })
    setDone(`Il giro ${ofDate(plan)} è annunciato: ${TELL_DAYS} giorni prima lo diciamo a tutti.`)
    setPlan(undefined)
    setDay('')
    await revalidate()
  }
  return (
    <>
      {done && <Alert tone="success">{done}</Alert>}
      <PreviewText preview={preview} />
      <Form label="Annuncia un giro" onSubmit={ask} submit="Annuncia">
        <DateField
          label="Data del giro"
          name="date"
          day={day}
          onChange={setDay}
          hint={`Almeno ${ANNOUNCE_DAYS} giorni prima: ${sinceDate(first)}. Il giro parte da solo, a mezzanotte.`}
        />
      </Form>
      <TypedConfirmation
        title="Annunciare questo giro?"
        open={plan !== undefined}
        onClose={() => setPlan(undefined)}
        expected={formatDate(plan ?? first)}
        label="Per confermare scrivi la data"
        submit="Annuncia"
        act={act}
      >
        <PreviewText preview={preview} />
        <p>Si può annullare fino al giorno prima.</p>
      </TypedConfirmation>
    </>
  )
}

type CancellationProps = { round: Round; onClose: () => void; onDone: (message: string) => Promise<void> }

const Cancellation = ({ round, onClose, onDone }: CancellationProps) => {
  const cancel = async () => {
    const { message } = await call('DELETE /api/currency/rounds/:date', { params: { date: round.date } })
    await onDone(message)
  }
  return (
    <Confirmation
      title="Annullare questo giro?"
      label="Annulla il giro"
      open
      onClose={onClose}
      onConfirm={cancel}
      submit="Annulla il giro"
      cancel="Indietro"
      danger
    >
      <p>Il giro {ofDate(round.date)} non ci sarà. Lo diciamo a chi lo sapeva già.</p>
    </Confirmation>
  )
}

/** The announced rounds, which can be cancelled up to the day before. */
export const AnnouncedRounds = ({ rounds }: { rounds: Round[] }) => {
  const { revalidate } = useRevalidator()
  const [target, setTarget] = useState<Round>()
  const [message, setMessage] = useState<string>()
  const today = italianDate(new Date())
  const announced = rounds.filter(({ state }) => state === 'announced')
  const finish = async (text: string) => {
    setTarget(undefined)
    setMessage(text)
    await revalidate()
  }
  return (
    <>
      <Outcome success={message} />
      {announced.length > 0 && (
        <ul className={styles.announced} aria-label="Giri annunciati">
          {announced.map((round) => (
            <li key={round.date}>
              <span>
                Giro <strong>{ofDate(round.date)}</strong>
              </span>
              {round.date > today && (
                <Button kind="outlined" onClick={() => setTarget(round)}>
                  Annulla il giro<span className="visually-hidden"> {ofDate(round.date)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {target && <Cancellation round={target} onClose={() => setTarget(undefined)} onDone={finish} />}
    </>
  )
}
