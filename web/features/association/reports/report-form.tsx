import { useState } from 'react'
import { Link } from 'react-router'
import { MAX_NAME } from '#domain/accounts/members.ts'
import {
  DECISION_KIND_NAMES,
  GOOD_FAITH,
  MAX_EXPLANATION,
  REPORT_REASON_NAMES,
  REPORT_REASONS,
  type ReportKind,
  type ReportReason,
} from '#domain/association/reports.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

export const ReportForm = ({ kind, id }: { kind: ReportKind; id: string }) => {
  const user = useUserInfo()
  const [receipt, setReceipt] = useState<number>()
  if (receipt !== undefined)
    return (
      <Alert tone="success">
        <p>
          Segnalazione n. {receipt} ricevuta.{' '}
          {user ? (
            <>
              La trovi tra le tue <Link to="/avvisi">notifiche</Link>, dove arriverà anche la decisione.
            </>
          ) : (
            'Ti mandiamo una ricevuta per e-mail, e ti scriviamo di nuovo quando abbiamo deciso.'
          )}{' '}
          <Link to="/">Torna alla piazza</Link>
        </p>
      </Alert>
    )
  const send = async (data: FormData) => {
    const { reason, ...texts } = textsIn(data, 'reason', 'explanation', 'name', 'email')
    const body = { kind, id, ...texts, reason: reason as ReportReason }
    const { number } = await call('POST /api/reports', { body })
    setReceipt(number)
  }
  return (
    <Form onSubmit={send} submit="Invia la segnalazione" busy="Invio…">
      <p>Segnali {DECISION_KIND_NAMES[kind]}. Alla persona interessata non diremo chi sei.</p>
      <SelectField label="Motivo" name="reason" required defaultValue="">
        <option value="" disabled>
          Scegli
        </option>
        {REPORT_REASON_NAMES.map((reason) => (
          <option key={reason} value={reason}>
            {REPORT_REASONS[reason]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Spiegazione"
        name="explanation"
        required
        rows={5}
        maxLength={MAX_EXPLANATION}
        hint="Che cosa non va e perché: più dettagli dai, prima decidiamo."
      />
      {!user && (
        <>
          <Field label="Nome e cognome" name="name" required maxLength={MAX_NAME} autoComplete="name" />
          <EmailField
            label="E-mail"
            name="email"
            required
            autoComplete="email"
            hint="Per la ricevuta e la decisione."
          />
        </>
      )}
      <CheckField name="goodFaith" label={GOOD_FAITH} required />
      <p>
        Per segnalare abusi su minori non devi dire chi sei: <Link to="/contatti">scrivici</Link>.
      </p>
    </Form>
  )
}
