import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './share.module.css'

type Props = { name: string; url: string }

const linksFor = ({ name, url }: Props) => {
  const text = encodeURIComponent(`${name}\n${url}`)
  return [
    { label: 'WhatsApp', href: `https://wa.me/?text=${text}` },
    {
      label: 'Telegram',
      href: `https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(name)}`,
    },
    { label: 'E-mail', href: `mailto:?subject=${encodeURIComponent(name)}&body=${text}` },
  ]
}

const CopyLink = ({ url }: { url: string }) => {
  const { outcome, run } = useAction(async () => {
    await navigator.clipboard.writeText(url)
    return 'Link copiato'
  })
  return (
    <button type="button" onClick={() => void run()}>
      <span role="status">{outcome.success ?? (outcome.failure ? 'Copia non riuscita' : 'Copia il link')}</span>
    </button>
  )
}

/** Only where the system has a share sheet. */
const SystemSheet = ({ name, url }: Props) => {
  // The promise rejects when the sheet is closed.
  const open = () => navigator.share({ title: name, url }).catch(() => undefined)
  if (typeof navigator.share !== 'function') return null
  return (
    <button type="button" onClick={() => void open()}>
      Altre app…
    </button>
  )
}

/** Ways to send a listing to somebody; the links work without JavaScript. */
export const Share = ({ name, url }: Props) => {
  const hydrated = useHydrated()
  return (
    <details className={styles.share}>
      <summary>
        <Icon name="share" size={20} />
        Condividi
      </summary>
      <ul>
        {hydrated && (
          <li>
            <CopyLink url={url} />
          </li>
        )}
        {linksFor({ name, url }).map(({ label, href }) => (
          <li key={label}>
            <a href={href} target="_blank" rel="noopener">
              {label}
            </a>
          </li>
        ))}
        {hydrated && (
          <li>
            <SystemSheet name={name} url={url} />
          </li>
        )}
      </ul>
    </details>
  )
}
