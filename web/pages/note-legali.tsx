import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { TEXT_PAGES } from '#domain/association/page-texts.ts'
import { TextPage } from '#web/features/association/texts/text-page.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { indexedMeta } from '#web/lib/page/page-meta.ts'
import { orGenericRouteError } from '#web/lib/page/route-error.ts'
import { LoadError } from '#web/shell/load-error.tsx'

const { title, path } = TEXT_PAGES.imprint

export const loader = ({ context }: LoaderFunctionArgs) =>
  orGenericRouteError(context.get(pageServices).texts.get('imprint'))

export const meta: MetaFunction = indexedMeta({ title, path, description: 'Chi gestisce la piazza.' })

export const ErrorBoundary = () => <LoadError title={title} />

export default function Imprint() {
  return <TextPage text={useLoaderData<typeof loader>()} />
}
