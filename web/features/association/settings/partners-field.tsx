import { useRef } from 'react'
import { MAX_PARTNER_NAME, MAX_PARTNERS, MAX_URL, type Partner } from '#domain/association/settings.ts'
import { LogoPicker } from '#web/features/association/settings/logo-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import styles from './settings.module.css'

type Props = { partners: Partner[]; onChange: (partners: Partner[]) => void }

const NEW: Partner = { name: '', url: '', logo: '' }

/** Keys that stay with their rows when other rows are removed. */
const useRowKeys = (count: number) => {
  const keys = useRef<number[]>([])
  const next = useRef(0)
  while (keys.current.length < count) keys.current.push(next.current++)
  keys.current.length = count
  return keys
}

export const PartnersField = ({ partners, onChange }: Props) => {
  const keys = useRowKeys(partners.length)
  // The upload of a logo ends in a later render and must not overwrite changes made in the meantime.
  const latest = useRef(partners)
  latest.current = partners
  const change = (key: number, part: Partial<Partner>) =>
    onChange(latest.current.map((partner, at) => (keys.current[at] === key ? { ...partner, ...part } : partner)))
  const remove = (key: number) => {
    const index = keys.current.indexOf(key)
    keys.current.splice(index, 1)
    onChange(latest.current.toSpliced(index, 1))
  }
  const rows = partners.map((partner, index) => ({ partner, index, key: keys.current[index] as number }))
  return (
    <>
      {partners.length === 0 && <p>Nessun partner: la pagina iniziale non ne mostra.</p>}
      <ol className={styles.partners}>
        {rows.map(({ partner, index, key }) => (
          <li key={key}>
            <div className={columns.pair}>
              <Field
                label="Nome"
                name={`partners.${index}.name`}
                value={partner.name}
                onChange={(event) => change(key, { name: event.currentTarget.value })}
                maxLength={MAX_PARTNER_NAME}
                required
              />
              <Field
                label="Sito"
                name={`partners.${index}.url`}
                type="url"
                value={partner.url}
                onChange={(event) => change(key, { url: event.currentTarget.value })}
                maxLength={MAX_URL}
                placeholder="https://"
                required
              />
            </div>
            <div className={styles.row}>
              <LogoPicker label="Scegli il logo" value={partner.logo} onChange={(logo) => change(key, { logo })} />
              <Button kind="plain" onClick={() => remove(key)}>
                Togli {partner.name || 'questo partner'}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {partners.length < MAX_PARTNERS && (
        <Button kind="outlined" className={styles.add} onClick={() => onChange([...partners, NEW])}>
          Aggiungi un partner
        </Button>
      )}
    </>
  )
}
