import { useRevalidator } from 'react-router'
import type { FullMember } from '#domain/accounts/members.schema.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './profile.module.css'

const Badge = ({ isConfirmed }: { isConfirmed: boolean }) => (
  <p className={styles.row}>
    <span className={styles.state} data-good={isConfirmed || undefined}>
      {isConfirmed && <Icon name="check" size={16} />}
      {isConfirmed ? 'Iscrizione confermata' : 'Iscrizione non confermata'}
    </span>
  </p>
)

const explanation = (email: string, isConfirmed: boolean, isAsked: boolean): string => {
  if (isConfirmed) return `Arriva a ${email}.`
  return isAsked
    ? `Manca la tua conferma: clicca sul link che abbiamo inviato a ${email}, o fattelo inviare di nuovo.`
    : `Ti iscrivi con ${email}; poi ti chiediamo di confermare con il link che ti inviamo.`
}

const SUBSCRIBE = 'POST /api/users/newsletterUpdate'
const LEAVE = 'POST /api/newsletter/leave'

const useChange = () => {
  const { revalidate } = useRevalidator()
  return useAction(async (signature: typeof SUBSCRIBE | typeof LEAVE) => {
    const { message } = await call(signature)
    await revalidate()
    return message
  })
}

export const NewsletterState = ({ member }: { member: FullMember }) => {
  const { busy, outcome, run } = useChange()
  const isConfirmed = member.newsletter === 'Verified'
  const isAsked = member.newsletterAsked
  return (
    <Panel id="newsletter" title="Newsletter">
      {isAsked && <Badge isConfirmed={isConfirmed} />}
      <p>{explanation(member.email, isConfirmed, isAsked)}</p>
      <div className={styles.row}>
        {!isConfirmed && (
          <Button kind="outlined" onClick={() => run(SUBSCRIBE)} disabled={busy}>
            {isAsked ? 'Invia di nuovo il link' : 'Iscriviti alla newsletter'}
          </Button>
        )}
        {isAsked && (
          <Button kind="plain" onClick={() => run(LEAVE)} disabled={busy}>
            Disiscriviti
          </Button>
        )}
      </div>
      <Outcome {...outcome} />
    </Panel>
  )
}
