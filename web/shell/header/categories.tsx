import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { MESSAGES } from '#domain/base/errors.ts'
import { callAsVisitor } from '#web/client.ts'
import { categoryPath } from '#web/features/market/listings/search/search-path.ts'
import { ButtonOrLink } from '#web/ui/button-or-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import styles from './categories.module.css'

const loadCategories = () => callAsVisitor('GET /api/products/categories')

/** The categories sidebar; without JavaScript its button is a link to the search page, which lists them too. */
export const Categories = ({ className }: { className?: string }) => {
  const drawer = useRef<HTMLDialogElement>(null)
  const [categories, setCategories] = useState<Promise<string[]>>()
  const location = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating closes the sidebar
  useEffect(() => {
    drawer.current?.close()
  }, [location.key])

  const open = () => {
    if (!categories) setCategories(loadCategories())
    drawer.current?.showModal()
  }

  return (
    <>
      <ButtonOrLink href="/search" className={className} onClick={open} opensDialog>
        <Icon name="menu" size={24} />
        <span className={styles.label}>Categorie</span>
      </ButtonOrLink>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself closes on Escape */}
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-labelledby="categorie"
        onClick={(event) => event.target === drawer.current && drawer.current.close()}
      >
        <div className={styles.inside}>
          <div className={styles.top}>
            <h2 id="categorie">Categorie</h2>
            <button type="button" className={styles.close} onClick={() => drawer.current?.close()}>
              <Icon name="close" />
              <span className="visually-hidden">Chiudi</span>
            </button>
          </div>
          {categories && (
            <Loaded
              data={categories}
              onRetry={() => setCategories(loadCategories())}
              skeletonLines={9}
              failureMessage={MESSAGES.internal}
            >
              {(names) => (
                <ul className={styles.list}>
                  {names.map((name) => (
                    <li key={name}>
                      <Link to={categoryPath(name)}>{name}</Link>
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
          )}
        </div>
      </dialog>
    </>
  )
}
