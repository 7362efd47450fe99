import { type Clash, labelOf, shownText, type Values } from '#web/features/association/settings/values.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './settings.module.css'

type Props = { clashes: Clash[]; taken: Clash['key'][]; current: Values; onChoose: (part: Partial<Values>) => void }

/** Shown if another admin has saved first: the other admin's changes, and both versions of fields that both changed. */
export const Comparison = ({ clashes, taken, current, onChoose }: Props) => (
  <Alert tone="notice">
    <div className={styles.comparison}>
      <p>
        <strong>Qualcun altro ha salvato prima di te.</strong> Le tue modifiche sono ancora qui: controlla e salva di
        nuovo.
      </p>
      {taken.length > 0 && <p>Ha cambiato, e nel modulo ora c’è la sua versione: {taken.map(labelOf).join(', ')}.</p>}
      {clashes.length > 0 && <p>Avete cambiato tutti e due:</p>}
      {clashes.map(({ key, mine, theirs }) => (
        <section key={key} aria-label={labelOf(key)} className={styles.clash}>
          <h3>{labelOf(key)}</h3>
          {[
            { whose: 'La tua versione', use: 'Usa la tua', values: mine },
            { whose: 'La versione salvata', use: 'Usa quella salvata', values: theirs },
          ].map(({ whose, use, values }) => {
            const isUsed = JSON.stringify(values[key]) === JSON.stringify(current[key])
            return (
              <div key={whose}>
                <p className={styles.whose}>{whose}</p>
                <p>{shownText(values, key) || '(vuoto)'}</p>
                <Button
                  kind={isUsed ? 'filled' : 'outlined'}
                  aria-pressed={isUsed}
                  onClick={() => onChoose({ [key]: values[key] })}
                >
                  {use}
                </Button>
              </div>
            )
          })}
        </section>
      ))}
    </div>
  </Alert>
)
