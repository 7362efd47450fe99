import { useRevalidator } from 'react-router'
import type { FullMember } from '#domain/members.schema.ts'
import { call } from '#web/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './profile.module.css'

export const NewsletterState = ({ member }: { member: FullMember }) => {
  const { revalidate } = useRevalidator()
  const subscribe = useAction(async () => {
    const { message } = await call('POST /api/users/newsletterUpdate')
    await revalidate()
    return message
  })
  const confirmed = member.newsletter === 'Verified'
  return (
    <Panel id="newsletter" title="Newsletter">
      <p className={styles.row}>
        <span className={styles.state} data-good={confirmed || undefined}>
          {confirmed && <Icon name="check" size={16} />}
          {confirmed ? 'Iscrizione confermata' : 'Iscrizione non confermata'}
        </span>
      </p>
      {confirmed ? (
        <p>Arriva a {member.email}. In fondo a ogni messaggio trovi il link per disiscriverti.</p>
      ) : (
        <>
          <p>Ti iscrivi con {member.email}; poi ti chiediamo di confermare con il link che ti inviamo.</p>
          <div>
            <Button kind="outlined" onClick={subscribe.run} disabled={subscribe.busy}>
              {subscribe.busy ? 'Un momento…' : 'Iscriviti alla newsletter'}
            </Button>
          </div>
        </>
      )}
      <Outcome {...subscribe.outcome} />
    </Panel>
  )
}
