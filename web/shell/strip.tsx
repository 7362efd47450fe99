import { Link } from 'react-router'
import type { StripText } from '#domain/association/settings.ts'
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

/** Invites visitors to the association's other site. */
export const Strip = ({ text, label, url }: StripText) => (
  <aside className={`${styles.strip} for-visitors`} aria-label="Contributo in VAL">
    <WithLinkedVal text={text} />{' '}
    <a href={url} rel="noopener">
      {label}
    </a>
  </aside>
)
