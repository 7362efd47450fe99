import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './style.module.css'

const COLOURS = ['ground', 'sheet', 'sunken', 'ink', 'ink-soft', 'line', 'line-strong', 'forest', 'forest-tint']
const ACCENTS = ['terracotta', 'terracotta-tint', 'ochre', 'ochre-tint', 'danger', 'danger-tint', 'band', 'focus']
const LOOKS = ['filled', 'outlined', 'plain', 'danger'] as const
const TONES = ['success', 'notice', 'danger'] as const

export const Colours = () => (
  <Panel id="colori" title="Colori">
    <ul className={styles.colours}>
      {[...COLOURS, ...ACCENTS].map((name) => (
        <li key={name} data-colour={name}>
          <code>--{name}</code>
        </li>
      ))}
    </ul>
  </Panel>
)

export const Type = () => (
  <Panel id="caratteri" title="Caratteri">
    <p className={styles.display}>Vieni in Piazza</p>
    <p className={styles.title}>Pane di grano antico</p>
    <h3>Titolo di una scheda</h3>
    <p>
      Testo corrente, con un <a href="#caratteri">collegamento</a>, una parola <strong>forte</strong> e un{' '}
      <code>codice</code>. Il prezzo è di 1.234,50 VAL.
    </p>
    <p className={styles.small}>Testo piccolo, per date e note.</p>
  </Panel>
)

export const Buttons = () => (
  <Panel id="pulsanti" title="Pulsanti">
    {LOOKS.map((kind) => (
      <p key={kind} className={styles.row}>
        <Button kind={kind}>{kind}</Button>
        <Button kind={kind} disabled>
          Spento
        </Button>
        <ButtonLink kind={kind} to="#pulsanti">
          Collegamento
        </ButtonLink>
      </p>
    ))}
  </Panel>
)

export const Messages = () => (
  <Panel id="messaggi" title="Messaggi">
    {TONES.map((tone) => (
      <Alert key={tone} tone={tone}>
        Un messaggio di tipo {tone}, con <a href="#messaggi">qualcosa da fare</a>.
      </Alert>
    ))}
  </Panel>
)
