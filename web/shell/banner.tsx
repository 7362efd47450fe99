import { useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './banner.module.css'

const TEXT =
  'Questo sito è un progetto realizzato da un team di volontari: se qualcosa non va, diccelo e lo sistemiamo insieme.'

/** Scrolls by, unless it is paused or people ask their device for less motion. */
export const Banner = () => {
  const [paused, setPaused] = useState(false)
  return (
    <aside className={styles.banner} aria-label="Chi fa questo sito" data-paused={paused || undefined}>
      <div className={styles.window}>
        <p className={styles.text}>{TEXT}</p>
        <p className={styles.text} aria-hidden="true">
          {TEXT}
        </p>
      </div>
      <button className={styles.pause} type="button" onClick={() => setPaused(!paused)}>
        <Icon name={paused ? 'play' : 'pause'} size={16} />
        <span className="visually-hidden">{paused ? 'Fai scorrere il testo' : 'Ferma il testo che scorre'}</span>
      </button>
    </aside>
  )
}
