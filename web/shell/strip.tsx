import { Link } from 'react-router'
import type { StripText } from '#domain/association/settings.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './strip.module.css'

const VAL = /\bVAL\b/

/** Links the first "VAL" of the text to the page that explains it. */
const WithLinkedVal = ({ text }: { text: string }) => {
  const at = text.search(VAL)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <Link to="/che-cose-il-val">VAL</Link>
      {text.slice(at + 'VAL'.length)}
    </>
  )
}

export const Strip = ({ text, label, url }: StripText) => (
  <aside className={styles.strip} aria-label="Contributo in VAL">
    <span>
      <WithLinkedVal text={text} />
    </span>{' '}
    <a href={url} rel="noopener">
      <span>{label}</span>
      <Icon name="right" size={16} />
    </a>
  </aside>
)
