import type { MetaFunction } from 'react-router'
import { privateMeta } from '#web/lib/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'

export const meta: MetaFunction = () => privateMeta('Controlla la posta')

/** Shown after registration. */
export default function Verification() {
  return (
    <Sheet title="Controlla la posta">
      <p>
        Ti abbiamo inviato un’e-mail: aprila e <strong>clicca sul link</strong> per verificare il tuo account.
      </p>
      <p>
        Non la trovi? Guarda tra lo spam. Se hai già un account puoi accedere e, dal profilo, fartela inviare di nuovo.
      </p>
      <p>
        <ButtonLink to="/signin">Accedi</ButtonLink>
      </p>
    </Sheet>
  )
}
