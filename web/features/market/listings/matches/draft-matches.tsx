import { useEffect, useState } from 'react'
import type { Parsed } from '#domain/calls.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { isDraft } from '#domain/market/listings.ts'
import { callInBackground } from '#web/client.ts'
import { MATCH_TITLES } from '#web/features/market/listings/matches/match-titles.ts'
import styles from './matches.module.css'

const PAUSE_MS = 700
const MIN_NAME = 3
const MAX_SHOWN = 5

type Draft = Parsed<'POST /api/products/matches', 'body'>

/** Shows matching listings while a listing is being written. Requests them after a pause in typing. */
export const DraftMatches = ({ draft }: { draft: Draft }) => {
  const [matches, setMatches] = useState<ListingCard[]>([])
  const { section, name, brand, category, isService, city, municipality } = draft
  const isAsked = name.trim().length >= MIN_NAME && !isDraft(name) && MATCH_TITLES[section] !== ''
  useEffect(() => {
    if (!isAsked) return setMatches([])
    const abort = new AbortController()
    const body = { section, name, brand, category, isService, city, municipality }
    const timer = setTimeout(
      () =>
        callInBackground('POST /api/products/matches', { body, signal: abort.signal }).then(
          (answer) => setMatches(answer.matches),
          () => undefined,
        ),
      PAUSE_MS,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [isAsked, section, name, brand, category, isService, city, municipality])
  return (
    <div aria-live="polite">
      {matches.length > 0 && (
        <div className={styles.matches}>
          <h3>{MATCH_TITLES[section]}</h3>
          <ul>
            {matches.slice(0, MAX_SHOWN).map((match) => (
              <li key={match._id}>
                <a href={`/product/${match._id}`} target="_blank" rel="noopener">
                  {match.name}
                </a>
                {match.municipality && <span> · {match.municipality}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
