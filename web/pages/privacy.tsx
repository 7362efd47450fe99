import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { PRIVACY_TEXT_VERSION } from '#domain/accounts/consent.ts'
import { formatDayMonth } from '#domain/base/dates.ts'
import { CookiesSection } from '#web/features/accounts/privacy/cookies-section.tsx'
import { ControllerSections, DataSections } from '#web/features/accounts/privacy/data-sections.tsx'
import { RightsSections } from '#web/features/accounts/privacy/rights-sections.tsx'
import { pageServices } from '#web/lib/page/page-context.ts'
import { pageMeta } from '#web/lib/page/page-meta.ts'
import styles from './privacy.module.css'

export const loader = ({ context }: LoaderFunctionArgs) => ({ site: context.get(pageServices).site })

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: 'Informativa sulla privacy',
        description: `Quali dati tratta ${loaderData.site.associationName}, perché, per quanto tempo e con quali diritti per te.`,
        publicUrl: loaderData.site.publicUrl,
        path: '/privacy',
      })
    : []

export default function Privacy() {
  const { site } = useLoaderData<typeof loader>()
  return (
    <article className={styles.policy}>
      <h1 className={styles.title}>Informativa sulla privacy</h1>
      <p className={styles.updated}>
        Ultimo aggiornamento:{' '}
        <time dateTime={PRIVACY_TEXT_VERSION}>
          {formatDayMonth(PRIVACY_TEXT_VERSION)} {PRIVACY_TEXT_VERSION.slice(0, 4)}
        </time>
      </p>
      <p>
        In poche parole: raccogliamo il meno possibile, non cediamo i tuoi dati a chi fa pubblicità e puoi andartene
        quando vuoi portandoli con te. Qui sotto trovi tutto il resto, ai sensi del Regolamento (UE) 2016/679 e del
        Codice italiano in materia di protezione dei dati personali.
      </p>
      <ControllerSections site={site} />
      <DataSections />
      <CookiesSection />
      <RightsSections />
    </article>
  )
}
