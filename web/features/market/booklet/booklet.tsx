import type { SiteSettings } from '#domain/association/settings.ts'
import { formatDate } from '#domain/base/dates.ts'
import { SECTION_LABELS } from '#domain/market/listings.ts'
import { BookletEntry } from '#web/features/market/booklet/booklet-entry.tsx'
import { asRanges, byPlace, type Chapter } from '#web/features/market/booklet/booklet-order.ts'
import type { Area } from '#web/features/market/booklet/load-booklet.ts'
import styles from './booklet.module.css'

type Props = { chapters: Chapter[]; site: SiteSettings; area: Area; format: 'a4' | 'a5'; at: Date }

const numbersOf = ({ listings }: Chapter['categories'][number]): string =>
  asRanges(listings.map(({ number }) => number))

const Contents = ({ chapters }: Pick<Props, 'chapters'>) => {
  const places = byPlace(chapters)
  return (
    <section className={styles.contents} aria-label="Indice">
      <h2>Indice</h2>
      <p>I numeri sono quelli degli annunci in queste pagine.</p>
      {chapters.map(({ section, categories }) => (
        <div key={section} className={styles.list}>
          <h3>{SECTION_LABELS[section]}</h3>
          <ul>
            {categories.map((category) => (
              <li key={category.name}>
                <span>{category.name}</span> <span className={styles.numbers}>{numbersOf(category)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {places.length > 0 && (
        <div className={styles.list}>
          <h3>Per comune</h3>
          <ul>
            {places.map(({ name, numbers }) => (
              <li key={name}>
                <span>{name}</span> <span className={styles.numbers}>{numbers}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** The listings as they are printed: a title page, an index, and a chapter for each kind. */
export const Booklet = ({ chapters, site, area: { near, km }, format, at }: Props) => {
  const { email, phone, address } = site.contacts
  const where = near ? `Annunci entro ${km} km da ${near}` : 'Tutti gli annunci'
  return (
    <article className={`${styles.booklet} ${styles[format]}`}>
      <header className={styles.cover}>
        <p className={styles.association}>{site.associationName}</p>
        <p className={styles.title}>Le pagine degli annunci</p>
        <p>
          {where} del {formatDate(at)}
        </p>
        <p className={styles.how}>
          Inquadra il codice di un annuncio con il telefono per aprirlo, oppure cercalo su{' '}
          {new URL(site.publicUrl).host}. Senza telefono: di’ allo sportello il titolo dell’annuncio e il nome di chi lo
          pubblica.
        </p>
        {[address, phone, email].filter(Boolean).map((contact) => (
          <p key={contact}>{contact}</p>
        ))}
      </header>
      <Contents chapters={chapters} />
      {chapters.map(({ section, categories }) => (
        <section key={section} className={styles.chapter}>
          <h2>{SECTION_LABELS[section]}</h2>
          {categories.map(({ name, listings }) => (
            <div key={name} className={styles.category}>
              <h3>{name}</h3>
              <ol className={styles.entries}>
                {listings.map((listing) => (
                  <BookletEntry key={listing._id} listing={listing} publicUrl={site.publicUrl} />
                ))}
              </ol>
            </div>
          ))}
        </section>
      ))}
    </article>
  )
}
