import { Link } from 'react-router'
import { pageWindow } from '#web/ui/data/page-window.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './pagination.module.css'

type Props = { page: number; pages: number; pathOf: (page: number) => string; label: string }

export const Pagination = ({ page, pages, pathOf, label }: Props) => {
  if (pages <= 1) return null
  return (
    <nav className={styles.nav} aria-label={label}>
      <ol className={styles.list}>
        {page > 1 && (
          <li>
            <Link
              className={styles.page}
              to={pathOf(Math.min(page - 1, pages))}
              rel="prev"
              aria-label="Pagina precedente"
            >
              <Icon name="left" size={18} />
            </Link>
          </li>
        )}
        {pageWindow(page, pages).map((entry, index) =>
          entry === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: at most two gaps, told apart by their place
            <li key={`gap-${index}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={entry}>
              <Link
                className={styles.page}
                to={pathOf(entry)}
                prefetch={entry === page + 1 ? 'viewport' : 'intent'}
                aria-label={`Pagina ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
              >
                {entry}
              </Link>
            </li>
          ),
        )}
        {page < pages && (
          <li>
            <Link className={styles.page} to={pathOf(page + 1)} rel="next" aria-label="Pagina successiva">
              <Icon name="right" size={18} />
            </Link>
          </li>
        )}
      </ol>
    </nav>
  )
}
