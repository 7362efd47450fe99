import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import type { Section } from '#domain/market/listings.ts'
import { callInBackground } from '#web/client.ts'
import { MATCH_TITLES } from '#web/features/market/listings/matches/match-titles.ts'
import styles from './matches.module.css'

type Props = { listing: { _id: string; section: Section } }

/** For the owner: listings that match this one. Renders nothing until the server has found some. */
export const OwnMatches = ({ listing: { _id: id, section } }: Props) => {
  const [matches, setMatches] = useState<ListingCard[]>([])
  useEffect(() => {
    const abort = new AbortController()
    callInBackground('GET /api/products/:id/matches', { params: { id }, signal: abort.signal }).then(
      (answer) => setMatches(answer.matches),
      () => undefined,
    )
    return () => abort.abort()
  }, [id])
  if (matches.length === 0) return null
  return (
    <div className={styles.matches}>
      <h3>{MATCH_TITLES[section]}</h3>
      <ul>
        {matches.map((match) => (
          <li key={match._id}>
            <Link to={`/product/${match._id}`}>{match.name}</Link>
            {match.municipality && <span> · {match.municipality}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
