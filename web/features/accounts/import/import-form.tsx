import { useState } from 'react'
import type { MemberImportResult } from '#domain/accounts/member-import.schema.ts'
import { type ImportMapping, LISTING_SEPARATOR, MAX_IMPORT_CSV } from '#domain/accounts/member-import.ts'
import { formatNumber } from '#domain/base/numbers.ts'
import { call } from '#web/client.ts'
import { ColumnMapping } from '#web/features/accounts/import/column-mapping.tsx'
import { ErrorTable } from '#web/features/accounts/import/error-table.tsx'
import { readFile } from '#web/features/accounts/import/read-file.ts'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { Field, FieldFrame } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './import.module.css'

const EXAMPLE = `nome;cognome;email;telefono;offro\nMaria;Rossi;maria@esempio.it;011 123456;Torte ${LISTING_SEPARATOR} Ripetizioni`

type Checked = { csv: string; result: MemberImportResult }

const peopleText = (rows: number): string => (rows === 1 ? 'una persona' : `${formatNumber(rows)} persone`)

/** Reads a file of members: columns, dry run, confirmation. */
export const ImportForm = () => {
  const [checked, setChecked] = useState<Checked>()
  const [mapping, setMapping] = useState<ImportMapping>()
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<string>()

  const check = async (data: FormData) => {
    setDone(undefined)
    const csv = await readFile(data)
    // The mapping applies only to the file it was made for.
    const known = checked?.csv === csv ? mapping : undefined
    const result = await call('POST /api/members/import', {
      body: { csv, dryRun: true, ...(known && { mapping: known }) },
    })
    setChecked({ csv, result })
    setMapping(result.mapping)
    setAsking(result.errors.length === 0)
  }
  const store = async () => {
    if (!checked) return
    const result = await call('POST /api/members/import', { body: { csv: checked.csv, mapping, dryRun: false } })
    setAsking(false)
    if (result.errors.length > 0) return setChecked({ csv: checked.csv, result })
    setChecked(undefined)
    setDone(`Fatto: ${peopleText(result.rows)} in tutto. Gli inviti partono ora, per e-mail.`)
  }
  const result = checked?.result
  return (
    <>
      {done && <Alert tone="success">{done}</Alert>}
      <p>
        Una persona per riga, con una prima riga che dice che cosa c’è nelle colonne. Vanno bene anche gli elenchi
        scaricati da TimeOverflow e da Komunitin.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it scrolls, also by keyboard */}
      <pre className={styles.example} tabIndex={0}>
        {EXAMPLE}
      </pre>
      <Form label="Iscrivi da un file" onSubmit={check} submit="Controlla" busy="Controllo…">
        <Field label="File CSV" name="file" type="file" accept=".csv,text/csv,text/plain" />
        <FieldFrame label="Oppure incolla qui" name="csv">
          {(control) => (
            <textarea {...control} rows={4} maxLength={MAX_IMPORT_CSV} spellCheck={false} className={styles.pasted} />
          )}
        </FieldFrame>
        {result && mapping && result.columns.length > 0 && (
          <ColumnMapping columns={result.columns} mapping={mapping} onChange={setMapping} />
        )}
      </Form>
      {result && result.errors.length > 0 && <ErrorTable errors={result.errors} />}
      <Confirmation
        title="Invitare queste persone?"
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={store}
        submit="Invita"
      >
        <p>
          Nessun errore: <strong>{peopleText(result?.rows ?? 0)}</strong>. Ognuna riceve un’e-mail con un link per
          scegliere la password e accettare le condizioni. I loro annunci restano in bozza finché non li pubblicano.
        </p>
      </Confirmation>
    </>
  )
}
