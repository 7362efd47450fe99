import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { ROLE_NAMES, ROLES, type Role } from '#domain/accounts/access.ts'
import { MAX_NAME } from '#domain/accounts/members.ts'
import { ofDate } from '#domain/base/dates.ts'
import { call } from '#web/client.ts'
import { CardPanel } from '#web/features/accounts/desk/card-panel.tsx'
import { SessionsPanel } from '#web/features/accounts/members/sessions-panel.tsx'
import { SuspensionPanel } from '#web/features/accounts/members/suspension-panel.tsx'
import { textsIn } from '#web/lib/form-data.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { getFullMember } from '#web/lib/session/full-member.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'

const TITLE = 'Modifica utente'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url, params: { id = '' } }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const [member, sessions] = await orRouteError(
    Promise.all([getFullMember(id), call('GET /api/users/:id/sessions', { params: { id } })]),
  )
  return { member, sessions }
}

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={4} />

const ROLE_HINT =
  'Moderazione: decide sulle segnalazioni. Sportello: iscrive e agisce per chi è presente. Amministrazione: vede e cambia tutto.'

// A member registered at the desk has no e-mail.
const withoutEmpty = ({ name, email }: { name: string; email: string }) => ({ name, ...(email ? { email } : {}) })

const toChange = (data: FormData) => ({
  ...withoutEmpty(textsIn(data, 'name', 'email')),
  isSeller: data.has('isSeller'),
  role: textsIn(data, 'role').role as Role,
})

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function UserEdit() {
  const { member, sessions } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const save = async (data: FormData) => {
    const saved = await call('PUT /api/users/:id', { params: { id: member._id }, body: toChange(data) })
    const isWaiting = saved.pendingEmail !== '' && saved.pendingEmail !== member.pendingEmail
    const later = isWaiting ? ` La nuova e-mail vale quando viene aperto il link inviato a ${saved.pendingEmail}.` : ''
    await navigate('/userlist', { state: { message: `Le modifiche a ${member.username} sono salvate.${later}` } })
  }
  const [promotion, setPromotion] = useState<FormData>()
  const saveOrAsk = async (data: FormData) => {
    if (toChange(data).role === 'admin' && member.role !== 'admin') setPromotion(data)
    else await save(data)
  }
  return (
    <Sheet
      title={TITLE}
      lead={`${member.username}: iscrizione ${ofDate(member.createdAt)}, account ${member.verified ? 'verificato' : 'da verificare'}.`}
    >
      <Form onSubmit={saveOrAsk} submit="Salva" busy="Salvo…" aside={<Link to="/userlist">Torna agli utenti</Link>}>
        <Field label="Nome" name="name" defaultValue={member.name} maxLength={MAX_NAME} autoComplete="off" />
        <EmailField
          label="E-mail"
          name="email"
          required={member.email !== ''}
          defaultValue={member.email}
          hint={
            member.pendingEmail
              ? `In attesa di conferma: ${member.pendingEmail}`
              : 'Una nuova e-mail vale quando viene aperto il link inviato lì; quella di prima viene avvisata.'
          }
          autoComplete="off"
        />
        <CheckField name="isSeller" label="Offerente" hint="Può pubblicare annunci." defaultChecked={member.isSeller} />
        <SelectField label="Ruolo" name="role" defaultValue={member.role} hint={ROLE_HINT}>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_NAMES[role]}
            </option>
          ))}
        </SelectField>
      </Form>
      <Confirmation
        title="Dare l’amministrazione?"
        open={promotion !== undefined}
        onClose={() => setPromotion(undefined)}
        onConfirm={async () => promotion && save(promotion)}
        submit="Dai l’amministrazione"
      >
        <p>
          <strong>{member.username}</strong> vedrà i dati di tutti e potrà cambiare tutto: persone, tesoreria,
          impostazioni, e chi amministra.
        </p>
      </Confirmation>
      <SessionsPanel id={member._id} sessions={sessions} onChange={revalidate} />
      {member.email === '' && <CardPanel member={member} />}
      {!member.isAdmin && <SuspensionPanel member={member} onChange={revalidate} />}
    </Sheet>
  )
}
