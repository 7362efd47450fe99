import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { sinceDate } from '#domain/base/dates.ts'
import { LOGO_PLACEHOLDER } from '#domain/market/uploads.ts'
import { readPayLink } from '#domain/val/pay-links.ts'
import type { Recipient } from '#domain/val/transfers.schema.ts'
import { call } from '#web/client.ts'
import { PayPerson } from '#web/features/val/wallet/pay-person.tsx'
import { privateMeta } from '#web/lib/page/page-meta.ts'
import { orRouteError } from '#web/lib/page/route-error.ts'
import { requireVerified } from '#web/lib/session/require-member.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Sheet, SheetSkeleton } from '#web/ui/layout/sheet.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import styles from './paga.$username.module.css'

const TITLE = 'Paga una persona'

export const meta: MetaFunction = () => privateMeta(TITLE)

export const clientLoader = async ({ url, params }: ClientLoaderFunctionArgs) => {
  await requireVerified(url)
  const username = params.username ?? ''
  const recipient = await orRouteError(call('GET /api/wallet/recipients/:username', { params: { username } }))
  const wallet = recipient.isSelf ? undefined : call('GET /api/wallet')
  return { recipient, link: readPayLink(url), wallet }
}

export const HydrateFallback = () => <SheetSkeleton title={TITLE} fields={3} />

export const ErrorBoundary = () => <LoadError title={TITLE} />

const Who = ({ recipient: { name, username, logo, createdAt } }: { recipient: Recipient }) => (
  <div className={styles.who}>
    <Logo src={logo} placeholder={LOGO_PLACEHOLDER} size={72} />
    <div>
      <p className={styles.name}>{name}</p>
      <p className={styles.facts}>
        {name !== username && `${username} · `}In Piazza <time dateTime={createdAt}>{sinceDate(createdAt)}</time>
      </p>
    </div>
  </div>
)

export default function Paga() {
  const { recipient, link, wallet } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  return (
    <Sheet title={TITLE}>
      <Who recipient={recipient} />
      {wallet ? (
        <PayPerson recipient={recipient} link={link} wallet={wallet} onRetry={revalidate} />
      ) : (
        <>
          <Alert tone="notice">Questo è il tuo link: mostralo a chi ti deve dei VAL.</Alert>
          <ButtonLink to="/portafoglio#ricevi">Torna al portafoglio</ButtonLink>
        </>
      )}
    </Sheet>
  )
}
