import { Link } from 'react-router'
import type { FullMember } from '#domain/accounts/members.schema.ts'
import { suspensionTerm } from '#domain/accounts/suspension.ts'
import styles from './profile.module.css'

type Props = { suspension: NonNullable<FullMember['suspension']> }

/** Shows a suspended member the reason, the end, and what is still possible. */
export const SuspendedBanner = ({ suspension: { until, reason } }: Props) => (
  <section className={styles.banner} aria-labelledby="sospeso">
    <h2 id="sospeso">Il tuo account è sospeso {suspensionTerm(until)}</h2>
    <p>
      <strong>Motivo:</strong> {reason}
    </p>
    <p>
      I tuoi annunci sono nascosti e non puoi pubblicare, contattare, scrivere né pagare. Puoi leggere, concludere le
      richieste aperte, <Link to="/profilo/privacy">scaricare i tuoi dati e lasciare la piazza</Link>. Se non sei
      d’accordo, apri la decisione dalle tue <Link to="/avvisi">notifiche</Link> e fai ricorso.
    </p>
  </section>
)
