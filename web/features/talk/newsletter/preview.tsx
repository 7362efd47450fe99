import { NEARBY_KM, NEARBY_LISTINGS, paragraphsOf } from '#domain/talk/newsletter.ts'
import type { Draft } from '#web/features/talk/newsletter/labels.ts'
import styles from './newsletters.module.css'

/** The mail as its recipients will see it. */
export const Preview = ({ subject, text, audience, nearby }: Draft) => (
  <article className={styles.preview} aria-label="Anteprima">
    <h3>{subject || 'Senza oggetto'}</h3>
    <p>Ciao [nome],</p>
    {paragraphsOf(text).map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else to tell them apart
      <p key={index}>{paragraph}</p>
    ))}
    {nearby && (
      <p className={styles.note}>
        Qui ognuno trova fino a {NEARBY_LISTINGS} nuovi annunci entro {NEARBY_KM} km da casa, o da ovunque se non
        sappiamo dove abita.
      </p>
    )}
    <p className={styles.note}>
      {audience === 'subscribers'
        ? 'In fondo c’è il link per non ricevere più la newsletter: non si può togliere.'
        : 'In fondo è scritto che è un messaggio di servizio per chi ha un account.'}
    </p>
  </article>
)
