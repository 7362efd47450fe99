import { IGNORED_WORDS, type Vocabulary, WEAK_WORDS } from '#server/market/search/match-score.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

const read = async (db: Database): Promise<Vocabulary> => {
  const row = await db.first<{ ignored: string[]; weak: string[] }>(sql`
    select tsvector_to_array(to_tsvector('italiano', ${IGNORED_WORDS})) as ignored,
      tsvector_to_array(to_tsvector('italiano', ${WEAK_WORDS})) as weak`)
  return { ignored: new Set(row?.ignored), weak: new Set(row?.weak) }
}

/** Reads the vocabulary once. */
export const makeVocabulary = (db: Database) => {
  let vocabulary: Promise<Vocabulary> | undefined
  return (): Promise<Vocabulary> => {
    vocabulary ??= read(db).catch((error) => {
      vocabulary = undefined
      throw error
    })
    return vocabulary
  }
}

/** Of each text the lexeme that says what it is about: the first that is neither ignored nor weak, or else a weak one; empty if there is none. */
export const makeTellingWords = (db: Database) => {
  const getVocabulary = makeVocabulary(db)
  return async (texts: string[]): Promise<string[]> => {
    const { ignored, weak } = await getVocabulary()
    const rows = await db.query<{ lexemes: string[] }>(sql`
      select array(select lexeme from unnest(to_tsvector('italiano', searchable(given.text))) order by positions[1]) as lexemes
      from unnest(${texts}::text[]) with ordinality as given (text, number) order by given.number`)
    return rows.map(({ lexemes }) => {
      const significant = lexemes.filter((lexeme) => !ignored.has(lexeme))
      return significant.find((lexeme) => !weak.has(lexeme)) ?? significant[0] ?? ''
    })
  }
}
