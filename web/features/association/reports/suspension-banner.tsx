import { Link } from 'react-router'
import { suspensionTerm } from '#domain/accounts/suspension.ts'
import { useUnseen } from '#web/lib/unseen.ts'
import styles from './suspension-banner.module.css'

/** On every page of a suspended member: until when, why, how to object, and what is still possible. */
export const SuspensionBanner = () => {
  const { suspension } = useUnseen()
  if (!suspension) return null
  const { until, reason, decision } = suspension
  return (
    <aside className={styles.banner} aria-label="Sospensione">
      <p>
        <strong>Il tuo account è sospeso {suspensionTerm(until)}.</strong> Il motivo: {reason}
      </p>
      <p>
        I tuoi annunci sono nascosti e non puoi pubblicare, contattare né pagare. Puoi leggere, portare a termine le
        richieste in cui sono passati dei VAL e, dal tuo account,{' '}
        <Link to="/profilo/privacy">scaricare i tuoi dati o lasciare la piazza</Link>.
      </p>
      <p>
        Non sei d’accordo?{' '}
        {decision ? (
          <Link to={`/decisioni/${decision}`}>Leggi la decisione e fai ricorso</Link>
        ) : (
          <Link to="/contatti">Scrivi all’associazione</Link>
        )}
      </p>
    </aside>
  )
}
