import { call } from '#web/client.ts'
import { signOut } from '#web/lib/session/session.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

const signOutEverywhere = async () => {
  await call('POST /api/users/signout', { body: { everywhere: true } })
  signOut()
}

export const SignOutEverywhere = () => (
  <Panel
    id="dispositivi"
    title="Dispositivi"
    lead="Hai usato un computer non tuo, o hai perso il telefono? Esci da tutti i dispositivi in una volta."
  >
    <ActionButton kind="outlined" act={signOutEverywhere} busy="Un momento…">
      Esci ovunque
    </ActionButton>
  </Panel>
)
