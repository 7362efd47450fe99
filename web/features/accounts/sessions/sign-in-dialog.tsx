import { SignInForm } from '#web/features/accounts/sessions/sign-in-form.tsx'
import { stopActing, useActing } from '#web/lib/session/acting.ts'
import { renewSession, signOut } from '#web/lib/session/session.ts'
import { closeSignIn, useSignInAsked } from '#web/lib/session/sign-in-again.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const EndOfActing = ({ member }: { member: string }) => (
  <>
    <p>
      Il tempo per agire per conto di {member} è finito. Per continuare serve di nuovo la sua tessera o il suo codice.
    </p>
    <Button onClick={stopActing}>Torna allo sportello</Button>
  </>
)

const SignInAgain = () => (
  <>
    <p>Accedi di nuovo per continuare: quello che hai scritto resta qui.</p>
    <SignInForm
      onSignedIn={(user) => {
        if (renewSession(user)) closeSignIn(true)
      }}
      aside={
        <Button kind="plain" onClick={() => signOut('/')}>
          Esci
        </Button>
      }
    />
  </>
)

/** Shown over the current page when the session has expired, so that typed form values are not lost. */
const SignInDialog = () => {
  const acting = useActing()
  return (
    <Dialog title="La sessione è scaduta" open={useSignInAsked()} onClose={() => closeSignIn(false)}>
      {acting ? <EndOfActing member={acting.member} /> : <SignInAgain />}
    </Dialog>
  )
}

export default SignInDialog
