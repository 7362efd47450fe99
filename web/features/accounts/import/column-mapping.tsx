import { useState } from 'react'
import { IMPORT_FIELD_LABELS, IMPORT_FIELDS, type ImportMapping } from '#domain/accounts/member-import.ts'
import { SelectField } from '#web/ui/form/field.tsx'
import styles from './import.module.css'

type Props = { columns: string[]; mapping: ImportMapping; onChange: (mapping: ImportMapping) => void }

/** Maps columns of the file to fields; expanded if the server has not recognised a required column. */
export const ColumnMapping = ({ columns, mapping, onChange }: Props) => {
  const [isOpen] = useState(
    mapping.email === undefined || (mapping.name === undefined && mapping.username === undefined),
  )
  return (
    <details className={styles.columns} open={isOpen}>
      <summary>Quale colonna contiene che cosa</summary>
      <div className={styles.fields}>
        {IMPORT_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={IMPORT_FIELD_LABELS[field]}
            name={`column-${field}`}
            value={mapping[field] ?? ''}
            onChange={(event) => {
              const { [field]: _, ...others } = mapping
              const column = event.currentTarget.value
              onChange(column === '' ? others : { ...others, [field]: column })
            }}
          >
            <option value="">Nessuna</option>
            {[...new Set(columns)].map((column) => (
              <option key={column} value={column}>
                {column}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </details>
  )
}
