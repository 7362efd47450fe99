import { AUDIENCES, MAX_NEWSLETTER_SUBJECT, MAX_NEWSLETTER_TEXT } from '#domain/talk/newsletter.ts'
import { AUDIENCE_LABELS, type Draft, peopleText, type Recipients } from '#web/features/talk/newsletter/labels.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

type Props = { draft: Draft; recipients: Recipients; onChange: (draft: Draft) => void; save: () => Promise<unknown> }

const NOTES = {
  subscribers: 'Con il link per disiscriversi.',
  members: 'Solo messaggi di servizio: assemblee, regole, chiusure.',
} as const

export const NewsletterForm = ({ draft, recipients, onChange, save }: Props) => (
  <Form label="Newsletter" onSubmit={save} submit="Salva la bozza" busy="Salvo…">
    <ChoiceField
      legend="A chi scrivi"
      name="audience"
      choices={AUDIENCES.map((value) => ({
        value,
        label: AUDIENCE_LABELS[value],
        note: `Ora ${peopleText(recipients[value])}. ${NOTES[value]}`,
      }))}
      value={draft.audience}
      onChoose={(audience) => onChange({ ...draft, audience })}
    />
    <Field
      label="Oggetto"
      name="subject"
      required
      maxLength={MAX_NEWSLETTER_SUBJECT}
      value={draft.subject}
      onChange={(event) => onChange({ ...draft, subject: event.currentTarget.value })}
    />
    <TextAreaField
      label="Testo"
      name="text"
      required
      rows={14}
      maxLength={MAX_NEWSLETTER_TEXT}
      value={draft.text}
      onInput={(event) => onChange({ ...draft, text: event.currentTarget.value })}
      hint="Una riga vuota separa i capoversi. Gli indirizzi che cominciano con https:// diventano link."
    />
    <CheckField
      name="nearby"
      label="Nuovi annunci vicino a te"
      hint="Ognuno trova in fondo i nuovi annunci vicino a casa sua, se sappiamo dove abita."
      checked={draft.nearby}
      onChange={(event) => onChange({ ...draft, nearby: event.currentTarget.checked })}
    />
  </Form>
)
