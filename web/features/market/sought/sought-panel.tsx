import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { SoughtList } from '#domain/market/sought.schema.ts'
import { LEAST_PEOPLE } from '#domain/market/sought.ts'
import { call } from '#web/client.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Skeleton } from '#web/ui/state/skeleton.tsx'
import styles from './sought-panel.module.css'

const Entries = ({ sought }: SoughtList) =>
  sought.length === 0 ? (
    <p>Niente, per ora: quello che si cerca c’è, o lo cercano in pochi.</p>
  ) : (
    <ul className={styles.list}>
      {sought.map(({ text, people }) => (
        <li key={text}>
          <Link to={`/search/name/${encodeURIComponent(text)}`}>{text}</Link>
          <span>{people} persone</span>
        </li>
      ))}
    </ul>
  )

/** For admins: what people search for, or ask for as «Cerco», and nobody offers. */
export const SoughtPanel = () => {
  const [answer, setAnswer] = useState<SoughtList>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    const abort = new AbortController()
    call('GET /api/searches/sought', { signal: abort.signal }).then(setAnswer, (error) => {
      if (!abort.signal.aborted) setFailure(error.message)
    })
    return () => abort.abort()
  }, [])
  return (
    <Panel
      id="cercato"
      title="Cercato e non offerto"
      lead={`Ricerche senza risultati dell’ultimo mese e annunci «Cerco» in vetrina, da ${LEAST_PEOPLE} persone in su.`}
    >
      {failure ? <Alert>{failure}</Alert> : answer ? <Entries {...answer} /> : <Skeleton shape="field" count={3} />}
    </Panel>
  )
}
