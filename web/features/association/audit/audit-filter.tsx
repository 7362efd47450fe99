import { useNavigate } from 'react-router'
import { AUDIT_KIND_NAMES, AUDIT_KINDS } from '#domain/association/audit.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import styles from '#web/ui/form/list-search.module.css'

/** The part of the log that is shown: about a person, of a kind, up to a day; empty for all. */
export type AuditSelection = { id: string; kind: string; until: string }

export const auditPath = (selection: AuditSelection, page = 1): string => {
  const given = Object.entries({ ...selection, p: page > 1 ? String(page) : '' }).filter(([, value]) => value !== '')
  return given.length > 0 ? `/registro?${new URLSearchParams(given)}` : '/registro'
}

/** The selection is in the URL, so that Back and bookmarks work. */
export const AuditFilter = ({ selection }: { selection: AuditSelection }) => {
  const navigate = useNavigate()
  const choose = (chosen: Partial<AuditSelection>) =>
    navigate(auditPath({ ...selection, ...chosen }), { preventScrollReset: true, replace: true })
  return (
    <search className={styles.search}>
      <SelectField
        label="Mostra"
        name="kind"
        value={selection.kind}
        autoComplete="off"
        onChange={(event) => choose({ kind: event.currentTarget.value })}
      >
        <option value="">Tutto</option>
        {AUDIT_KIND_NAMES.map((kind) => (
          <option key={kind} value={kind}>
            {AUDIT_KINDS[kind]}
          </option>
        ))}
      </SelectField>
      <DateField
        label="Fino al giorno"
        name="until"
        day={selection.until}
        onChange={(until) => until !== selection.until && choose({ until })}
      />
    </search>
  )
}
