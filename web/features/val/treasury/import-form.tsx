import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatVal } from '#domain/base/money.ts'
import type { GiftImportResult, Treasury } from '#domain/val/treasury.schema.ts'
import { GIFT_COLUMNS, MAX_GIFT_CSV } from '#domain/val/treasury.ts'
import { call } from '#web/client.ts'
import { SECOND_YES, TypedConfirmation } from '#web/features/val/treasury/typed-confirmation.tsx'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './treasury.module.css'

const ERRORS_SHOWN = 50
const EXAMPLE = `${GIFT_COLUMNS.join(',')}\nmaria,12.50,Orto di quartiere`

const readFile = async (data: FormData): Promise<string> => {
  const file = data.get('file')
  if (!(file instanceof File) || file.size === 0) throw new FormError('Scegli un file CSV.', 'file')
  if (file.size > MAX_GIFT_CSV) throw new FormError('Il file è troppo grande: dividilo.', 'file')
  return file.text()
}

const peopleText = (count: number): string => (count === 1 ? 'una persona' : `${count} persone`)

const doneText = ({ sum, gifts, proposed }: GiftImportResult): string =>
  proposed
    ? `${formatVal(sum)} a ${peopleText(gifts)} aspettano il sì di un’altra persona che amministra.`
    : `${formatVal(sum)} vanno a ${peopleText(gifts)}: qui sotto vedi a che punto siamo.`

const Errors = ({ errors }: Pick<GiftImportResult, 'errors'>) => (
  <div role="alert" className={styles.errors}>
    <p>
      <strong>Nessuno ha ricevuto nulla.</strong>{' '}
      {errors.length === 1 ? 'Correggi questa riga e riprova:' : `Correggi queste ${errors.length} righe e riprova:`}
    </p>
    <ul>
      {errors.slice(0, ERRORS_SHOWN).map(({ row, message }) => (
        <li key={row}>
          Riga {row}: {message}
        </li>
      ))}
    </ul>
    {errors.length > ERRORS_SHOWN && <p>…e altre {errors.length - ERRORS_SHOWN}.</p>}
  </div>
)

/** Gives VAL to the members of a file: checked first, then confirmed with the sum. */
export const ImportForm = ({ typedAbove }: Pick<Treasury, 'typedAbove'>) => {
  const { revalidate } = useRevalidator()
  const attempt = useAttempt()
  const [checked, setChecked] = useState<{ csv: string; result: GiftImportResult }>()
  const [done, setDone] = useState<string>()
  const check = async (data: FormData) => {
    setDone(undefined)
    const csv = await readFile(data)
    setChecked({ csv, result: await call('POST /api/treasury/gifts/import', { body: { csv, dryRun: true } }) })
  }
  const give = async () => {
    if (!checked) return
    const { csv } = checked
    const { sum } = checked.result
    const headers = attempt.headersFor(csv)
    const body = { csv, dryRun: false, ...(sum > 0 ? { confirmation: sum } : {}) }
    const result = await call('POST /api/treasury/gifts/import', { body, headers })
    setChecked(result.errors.length > 0 ? { csv, result } : undefined)
    if (result.errors.length === 0) {
      attempt.end()
      setDone(doneText(result))
    }
    await revalidate()
  }
  const result = checked?.result
  const sum = result?.sum ?? 0
  const isProposal = result?.proposed === true
  const isRight = result !== undefined && result.errors.length === 0
  return (
    <>
      {done && <Alert tone="success">{done}</Alert>}
      <p>Una persona per riga, con queste colonne (la nota è facoltativa):</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it scrolls, also by keyboard */}
      <pre className={styles.example} tabIndex={0}>
        {EXAMPLE}
      </pre>
      <Form label="Dai VAL da un file" onSubmit={check} submit="Controlla il file" busy="Controllo…">
        <Field label="File CSV" name="file" type="file" accept=".csv,text/csv" required />
        {result && result.errors.length > 0 && <Errors errors={result.errors} />}
      </Form>
      <TypedConfirmation
        title={isProposal ? 'Proporre questi regali?' : 'Dare questi VAL?'}
        open={isRight}
        onClose={() => setChecked(undefined)}
        expected={sum > typedAbove ? formatVal(sum) : undefined}
        label="Per confermare scrivi la somma"
        submit={isProposal ? 'Proponi i regali' : 'Dai i VAL'}
        act={give}
      >
        <p>
          <strong>{formatVal(sum)}</strong> dalla tesoreria a <strong>{peopleText(result?.gifts ?? 0)}</strong>.{' '}
          {isProposal ? SECOND_YES : 'Per un’ora si possono riprendere, da chi non li ha già usati.'}
        </p>
      </TypedConfirmation>
    </>
  )
}
