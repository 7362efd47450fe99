import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { MAX_SUBSCRIBER_NAME } from '#domain/talk/newsletter.ts'
import { callAsVisitor } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta } from '#web/lib/page/page-meta.ts'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => ({ site: context.get(pageServices).site })

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: 'Newsletter',
        description: `Le notizie di ${loaderData.site.associationName} nella tua casella di posta.`,
        publicUrl: loaderData.site.publicUrl,
        path: '/newsletter',
      })
    : []

export default function Newsletter() {
  const { site } = useLoaderData<typeof loader>()
  const subscribe = async (data: FormData) => {
    const { message } = await callAsVisitor('POST /api/users/newsletter', { body: textsIn(data, 'name', 'email') })
    return message
  }
  return (
    <Sheet title="Newsletter" lead={`Ogni tanto, le notizie di ${site.associationName}: incontri, mercati, novità.`}>
      <Form onSubmit={subscribe} submit="Iscriviti">
        <Field label="Nome" name="name" required maxLength={MAX_SUBSCRIBER_NAME} autoComplete="given-name" />
        <EmailField label="E-mail" name="email" autoComplete="email" />
        <p>
          Ti inviamo un’e-mail per confermare. Puoi disiscriverti da ogni messaggio; il resto è nell’
          <Link to="/privacy">informativa sulla privacy</Link>.
        </p>
      </Form>
    </Sheet>
  )
}
