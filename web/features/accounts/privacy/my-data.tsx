import { type ReactNode, useState } from 'react'
import { download } from '#web/client.ts'
import { DeleteAccountDialog } from '#web/features/accounts/privacy/delete-account-dialog.tsx'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from '../profile/profile.module.css'

const Choice = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <li>
    <div>
      <h3>{title}</h3>
      <p className={styles.hint}>{hint}</p>
    </div>
    {children}
  </li>
)

/** Export of the member's data and erasure of the account (GDPR). */
export const MyData = () => {
  const [erasing, setErasing] = useState(false)
  return (
    <Panel id="miei-dati" title="I tuoi dati e il tuo account">
      <ul className={styles.choices}>
        <Choice title="Scarica i miei dati" hint="Tutto quello che Piazza sa di te, in un file JSON.">
          <ActionButton
            kind="outlined"
            act={() => download('GET /api/privacy/export', 'i-miei-dati.json')}
            busy="Preparo…"
          >
            Scarica
          </ActionButton>
        </Choice>
        <Choice
          title="Cancella il mio account"
          hint="Eliminiamo i tuoi annunci e i tuoi dati. Non si può tornare indietro."
        >
          <Button kind="danger" onClick={() => setErasing(true)}>
            Cancella l’account
          </Button>
        </Choice>
      </ul>
      <DeleteAccountDialog open={erasing} onClose={() => setErasing(false)} />
    </Panel>
  )
}
