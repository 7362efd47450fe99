import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { REPORT_KINDS } from '#domain/association/reports.ts'
import { ReportForm } from '#web/features/association/reports/report-form.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

const TITLE = 'Segnala un contenuto'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = ({ url: { searchParams } }: ClientLoaderFunctionArgs) => ({
  kind: REPORT_KINDS.find((kind) => kind === searchParams.get('tipo')),
  id: searchParams.get('id') ?? '',
})

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={4} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

export default function Report() {
  const { kind, id } = useLoaderData<typeof clientLoader>()
  return (
    <Sheet title={TITLE} lead="La segnalazione la legge una persona. Ti arriva subito una ricevuta, poi la decisione.">
      {kind && id ? (
        <ReportForm kind={kind} id={id} />
      ) : (
        <Alert tone="notice">
          <p>
            Per segnalare un annuncio, una recensione, una persona o un messaggio, apri la sua pagina e premi «Segnala».
            Per il resto <Link to="/contatti">scrivici</Link>.
          </p>
        </Alert>
      )}
    </Sheet>
  )
}
