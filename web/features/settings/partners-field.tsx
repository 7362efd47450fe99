import { useRef } from 'react'
import { MAX_PARTNER_NAME, MAX_PARTNERS, MAX_URL, type Partner } from '#domain/settings.ts'
import { LogoPicker } from '#web/features/settings/logo-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import columns from '#web/ui/layout/columns.module.css'
import styles from './settings.module.css'

type Props = { partners: Partner[]; onChange: (partners: Partner[]) => void }

const NEW: Partner = { name: '', url: '', logo: '' }

export const PartnersField = ({ partners, onChange }: Props) => {
  // The upload of a logo ends in a later render: what has changed meanwhile must stay.
  const latest = useRef(partners)
  latest.current = partners
  const change = (index: number, part: Partial<Partner>) =>
    onChange(latest.current.map((partner, at) => (at === index ? { ...partner, ...part } : partner)))
  return (
    <>
      {partners.length === 0 && <p>Nessun partner: la pagina iniziale non ne mostra.</p>}
      <ol className={styles.partners}>
        {partners.map((partner, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, and a partner has no other identity
          <li key={index}>
            <div className={columns.pair}>
              <Field
                label="Nome"
                name={`partners.${index}.name`}
                value={partner.name}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
                maxLength={MAX_PARTNER_NAME}
                required
              />
              <Field
                label="Sito"
                name={`partners.${index}.url`}
                type="url"
                value={partner.url}
                onChange={(event) => change(index, { url: event.currentTarget.value })}
                maxLength={MAX_URL}
                placeholder="https://"
                required
              />
            </div>
            <div className={styles.row}>
              <LogoPicker label="Scegli il logo" value={partner.logo} onChange={(logo) => change(index, { logo })} />
              <Button kind="plain" onClick={() => onChange(partners.filter((_, at) => at !== index))}>
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
