import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { callAsVisitor } from '#web/client.ts'
import { categoryPath } from '#web/features/listings/search/search-path.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { ButtonOrLink } from '#web/ui/button-or-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import styles from './categories.module.css'

const fetchCategories = (signal: AbortSignal) => callAsVisitor('GET /api/products/categories', { signal })

/** The sidebar; without JavaScript its button is a link to the search page, which lists the categories too. */
export const Categories = ({ className }: { className?: string }) => {
  const drawer = useRef<HTMLDialogElement>(null)
  const [wanted, setWanted] = useState(false)
  const query = useLoaded(fetchCategories, wanted)
  const location = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new place closes the sidebar
  useEffect(() => {
    drawer.current?.close()
  }, [location.key])

  const open = () => {
    if (wanted && query.error) query.refetch()
    setWanted(true)
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
          <Loaded query={query} skeletonLines={9}>
            {(categories) => (
              <ul className={styles.list}>
                {categories.map((category) => (
                  <li key={category}>
                    <Link to={categoryPath(category)}>{category}</Link>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </div>
      </dialog>
    </>
  )
}
