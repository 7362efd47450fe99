import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '#web/lib/use-hydrated.ts'

type Props = { href: string; onClick: () => void; className?: string; opensDialog?: boolean; children: ReactNode }

/** A button; before hydration a link to a page that does the same. */
export const ButtonOrLink = ({ href, onClick, className, opensDialog = false, children }: Props) =>
  useHydrated() ? (
    <button type="button" className={className} onClick={onClick} aria-haspopup={opensDialog ? 'dialog' : undefined}>
      {children}
    </button>
  ) : (
    <Link to={href} className={className}>
      {children}
    </Link>
  )
