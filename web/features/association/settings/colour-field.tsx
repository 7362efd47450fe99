import { COLOUR_LABELS } from '#domain/association/settings.ts'
import { COLOUR_PATTERN, type ColourRole, isLegible, nearestLegible, tintOf } from '#domain/base/colours.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import styles from './settings.module.css'

const COLOUR = new RegExp(`^${COLOUR_PATTERN}$`)

const HINTS: Record<ColourRole, string> = {
  primary: 'Bottoni, link, fascia in alto e in basso.',
  accent: 'Prezzi e saldi in VAL.',
  primaryDark: 'Lo stesso, per chi usa il tema scuro.',
  accentDark: 'Lo stesso, per chi usa il tema scuro.',
}

type Props = { role: ColourRole; value: string; onChange: (colour: string) => void }

const Sample = ({ role, colour }: { role: ColourRole; colour: string }) => (
  <span className={`${styles.sample} ${role.endsWith('Dark') ? styles.dark : styles.light}`} aria-hidden="true">
    <span style={{ color: colour }}>Testo</span>
    <span style={{ color: colour, background: tintOf(role, colour) }}>Testo</span>
    <span className={styles.filled} style={{ background: colour }}>
      Testo
    </span>
  </span>
)

/** A colour with a sample of its use; if its contrast is too low, offers the nearest legible colour. */
export const ColourField = ({ role, value, onChange }: Props) => {
  const isColour = COLOUR.test(value)
  const nearest = isColour && !isLegible(role, value) ? nearestLegible(role, value) : undefined
  return (
    <div className={styles.colour}>
      <div className={styles.picker}>
        <Field
          label={COLOUR_LABELS[role]}
          name={`colours.${role}`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          pattern={COLOUR_PATTERN}
          title="Scrivi il colore come #1e4d38."
          hint={HINTS[role]}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <input
          type="color"
          aria-label={`${COLOUR_LABELS[role]}: scegli`}
          value={isColour ? value.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {isColour && <Sample role={role} colour={value} />}
      {nearest && (
        <p className={styles.offer} role="status">
          <span>Con questo colore i testi si leggono male. Il più vicino che va bene è {nearest}.</span>
          <Button kind="outlined" onClick={() => onChange(nearest)}>
            <span className={styles.swatch} style={{ background: nearest }} />
            Usa {nearest}
          </Button>
        </p>
      )}
    </div>
  )
}
