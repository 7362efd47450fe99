import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import { MAX_PAGE_TEXT, TEXT_PAGE_NAMES, TEXT_PAGES } from '#domain/association/page-texts.ts'
import { call } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireAdmin } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'

const TITLE = 'Modifica un testo'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url, params }: ClientLoaderFunctionArgs) => {
  await requireAdmin(url)
  const page = TEXT_PAGE_NAMES.find((name) => name === params.page) ?? 'terms'
  return orRouteError(call('GET /api/pages/:page', { params: { page } }))
}

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={3} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function TextEdit() {
  const { page, version, text } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const { title, path } = TEXT_PAGES[page]
  const save = async (data: FormData) => {
    await call('PUT /api/pages/:page', { params: { page }, body: { ...textsIn(data, 'text'), version } })
    await navigate(path)
  }
  return (
    <Sheet title={title} lead={`Versione ${version}. Ogni salvataggio è una versione nuova; quelle di prima restano.`}>
      <Form onSubmit={save} submit="Pubblica la nuova versione" busy="Salvo…" aside={<Link to={path}>Annulla</Link>}>
        <TextAreaField
          label="Testo"
          name="text"
          defaultValue={text}
          required
          rows={20}
          maxLength={MAX_PAGE_TEXT}
          hint={`Una riga vuota separa i paragrafi; «# » all’inizio fa un titolo.${page === 'terms' ? ' Chi è iscritto dovrà accettare di nuovo le condizioni.' : ''}`}
        />
      </Form>
    </Sheet>
  )
}
