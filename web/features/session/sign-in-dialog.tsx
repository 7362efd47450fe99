import { SignInForm } from '#web/features/session/sign-in-form.tsx'
import { renewSession, signOut } from '#web/lib/session.ts'
import { closeSignIn, useSignInAsked } from '#web/lib/sign-in-again.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Shown over the current page when the session has expired, so that typed form values are not lost. */
export const SignInDialog = () => (
  <Dialog title="La sessione è scaduta" open={useSignInAsked()} onClose={() => closeSignIn(false)}>
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
  </Dialog>
)
