import { useState } from 'react'
import { call, download as downloadFile } from '#web/client.ts'
import { ErasureDialog } from '#web/features/profile/erasure-dialog.tsx'
import { signOut } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './profile.module.css'

/** Export of the member's data, sign-out everywhere, erasure of the account (GDPR). */
export const MyData = () => {
  const [erasing, setErasing] = useState(false)
  const download = useAction(() => downloadFile('GET /api/privacy/export', 'i-miei-dati.json'))
  const signOutEverywhere = useAction(async () => {
    await call('POST /api/users/signout')
    signOut()
  })
  return (
    <Panel id="miei-dati" title="I tuoi dati e il tuo account">
      <ul className={styles.choices}>
        <li>
          <div>
            <h3>Scarica i miei dati</h3>
            <p className={styles.hint}>Tutto quello che Piazza sa di te, in un file JSON.</p>
          </div>
          <Button kind="outlined" onClick={download.run} disabled={download.busy}>
            {download.busy ? 'Preparo…' : 'Scarica'}
          </Button>
          <Outcome {...download.outcome} />
        </li>
        <li>
          <div>
            <h3>Esci da tutti i dispositivi</h3>
            <p className={styles.hint}>Se hai usato un computer non tuo o hai perso il telefono.</p>
          </div>
          <Button kind="outlined" onClick={signOutEverywhere.run} disabled={signOutEverywhere.busy}>
            {signOutEverywhere.busy ? 'Un momento…' : 'Esci ovunque'}
          </Button>
          <Outcome {...signOutEverywhere.outcome} />
        </li>
        <li>
          <div>
            <h3>Cancella il mio account</h3>
            <p className={styles.hint}>Togliamo i tuoi annunci e i tuoi dati. Non si può tornare indietro.</p>
          </div>
          <Button kind="danger" onClick={() => setErasing(true)}>
            Cancella l’account
          </Button>
        </li>
      </ul>
      <ErasureDialog open={erasing} onClose={() => setErasing(false)} />
    </Panel>
  )
}
