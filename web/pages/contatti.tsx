import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { TEXT_PAGES } from '#domain/association/page-texts.ts'
import { ContactList } from '#web/features/association/texts/contact-list.tsx'
import { TextPage } from '#web/features/association/texts/text-page.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { indexedMeta } from '#web/lib/page/page-meta.ts'
import { orGenericRouteError } from '#web/lib/page/route-error.ts'
import { useSite } from '#web/lib/site.ts'
import { LoadError } from '#web/shell/load-error.tsx'

const { title, path } = TEXT_PAGES.contact

export const loader = ({ context }: LoaderFunctionArgs) =>
  orGenericRouteError(context.get(pageServices).texts.get('contact'))

export const meta: MetaFunction = indexedMeta({
  title,
  path,
  description: 'Come scrivere all’associazione e segnalare un contenuto.',
})

export const ErrorBoundary = () => <LoadError title={title} />

export default function Contact() {
  const contacts = useSite()?.contacts
  return <TextPage text={useLoaderData<typeof loader>()}>{contacts && <ContactList {...contacts} />}</TextPage>
}
