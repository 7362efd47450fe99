import { AppError } from '#domain/base/errors.ts'
import type { ListingQuery } from '#domain/market/listings.schema.ts'
import { DEFAULT_KM, DISTANCES } from '#domain/market/listings.ts'
import { type SearchParameters, searchParameters } from '#domain/market/saved-searches.ts'
import { categoryKey, IS_PUBLIC } from '#server/market/search/conditions.ts'
import { withGifts } from '#server/market/search/instead.ts'
import { findComune, KM_PER_DEGREE, ORIGIN_COLUMNS, SQUARED_DISTANCE } from '#server/market/search/nearby.ts'
import { constant } from '#server/market/search/page-query.ts'
import { allOf, anyOf, lookUpTerms, ownLexemes, type Term, wordsIn } from '#server/market/search/terms.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

// Finds the saved searches that match a listing. The terms that their words resolve to are stored when a search is saved,
// and every night: spelling correction, and whether all words are needed, depend on the other listings.

// A search near a comune is looked up by the square degree that contains it. In Italy a degree of longitude is at least 0.68 of
// a degree of latitude.
const MAX_LAT = constant(Math.max(...DISTANCES.map(Number)) / KM_PER_DEGREE)
const MAX_LNG = sql`${MAX_LAT} / 0.68`

/** Whether the listing `l` matches the filters of the saved search `s` without its place; must agree with columnConditions. */
const PASSES = sql`(s.section is null or s.section = l.section) and (s.category is null or s.category = l.category)
  and (s.seller_id is null or s.seller_id = l.seller_id)
  and (s.min = 0 or l.sort_price >= s.min)
  and (s.max = 0 or l.sort_price <= s.max or (s.min = 0 and l.sort_price is null))
  and l.stars >= s.rating and (not s.is_free or l.is_free) and (not s.has_picture or l.has_picture)`

/** Whether any listing has all words of the saved search `s`. */
const existsWith = (allWords: Sql): Sql =>
  sql`exists (select from listing l where ${IS_PUBLIC} and l.search @@ ${allWords} and ${PASSES})`

const lexemesOf = ({ lexemes, synonyms }: Term): string[] => [
  ...lexemes,
  ...synonyms.flatMap((synonym) => synonym.lexemes),
]
const rarest = (terms: Term[]): Term[] => terms.toSorted((one, other) => one.anywhere - other.anywhere).slice(0, 1)
const either = (...tsqueries: string[]): string => tsqueries.filter((each) => each !== '').join(' | ')

/** An unknown comune is a malformed parameter in a search, but an invalid field in a request body. */
const asInvalid = (error: unknown): never => {
  throw error instanceof AppError ? new AppError('invalid', error.message) : error
}

export const makeSavedSearches = (db: Database) => {
  const parametersOf = async (ids: number[]): Promise<Map<number, SearchParameters>> => {
    const rows = await db.query<{ id: number; parameters: string }>(sql`
      select id, parameters from saved_search where id = any(${ids}::bigint[])`)
    return new Map(rows.map(({ id, parameters }) => [id, JSON.parse(parameters)]))
  }

  /** Stores the terms that the words of a search resolve to now. */
  const resolve = async (id: number): Promise<void> => {
    const { name = '', near, seller, exact } = (await parametersOf([id])).get(id) ?? {}
    const [corrected, own] = await Promise.all([
      lookUpTerms(db, name, { isCorrected: !exact }),
      // A new listing may be the first one with the word as typed, or with a synonym.
      lookUpTerms(db, name, { isCorrected: false, hasUnknown: true }),
    ])
    const all = either(allOf(corrected), allOf(own))
    const found = await db.first<{ exists: boolean }>(sql`
      select ${existsWith(sql`${all}::tsquery`)} as exists from saved_search s where s.id = ${id}`)
    const needsAll = near || seller || exact || corrected.length < 2 || found?.exists
    const lookedUp = needsAll ? [...rarest(corrected), ...rarest(own)] : [...corrected, ...own]
    await db.execute(sql`
      update saved_search s set all_words = nullif(${all}, '')::tsquery,
        any_words = ${needsAll ? null : either(anyOf(corrected), anyOf(own))}::tsquery,
        keys = case when ${all} <> '' then ${lookedUp.flatMap(lexemesOf).map((lexeme) => `word ${lexeme}`)}::text[]
          else array[coalesce('seller ' || s.seller_id,
            (select concat_ws(' ', 'near', floor(lat)::int, floor(lng)::int, s.category) from comune where id = s.comune),
            'category ' || s.category, '')] end,
        unknown_spellings = array(
          select key from unnest(${wordsIn(name)}::text[]) as word, unnest(to_tsvector('italiano', word)) as own,
            unnest(spelling_keys_of(word) || word) as key
          where not exists (select from listing_lexeme x where x.lexeme = own.lexeme and x.anywhere > 0))
      where s.id = ${id}`)
  }

  /** Resolves the searches again that have a word which no listing had, and which is similar to a word of this listing. */
  const resolveSimilar = async (listingId: string): Promise<void> => {
    const rows = await db.query<{ id: number }>(sql`
      select s.id from saved_search s where s.keys is null or s.unknown_spellings && (
        select array_agg(key) from listing l
        join listing_word v on v.word = any(tsvector_to_array(written_words(l.name, l.brand, l.category, l.description))),
          unnest(v.spelling_keys || array(select left(v.word, n) from generate_series(3, length(v.word)) as n)) as key
        where l.id = ${listingId})`)
    for (const { id } of rows) await resolve(id)
  }

  return {
    parametersOf,
    resolve,

    /** Stores a search once; returns its id. Throws for a comune that does not exist, and for words that find nothing. */
    async save(tx: Queries, asked: ListingQuery, messages: { noWords: string }): Promise<number> {
      const query = withGifts(asked)
      const comune = query.near ? await findComune(tx, query.near).catch(asInvalid) : null
      if (query.name && (await ownLexemes(tx, query.name)).length === 0) throw new AppError('invalid', messages.noWords)
      const row = await tx.first<{ id: number }>(sql`
        insert into saved_search (parameters, section, category, seller_id, min, max, rating, is_free, has_picture, comune, km)
        values (${JSON.stringify(searchParameters(query))}, ${query.section ?? null}, ${categoryKey(query) ?? null},
          ${query.seller ?? null}, ${query.min}, ${query.max}, ${query.rating}, ${query.free ?? false},
          ${query.picture ?? false}, ${comune}, ${query.near ? (query.km ?? DEFAULT_KM) : null})
        on conflict (parameters) do update set parameters = excluded.parameters returning id`)
      return row?.id ?? 0
    },

    /** The ids of the saved searches that find this listing. */
    async thatFind(listingId: string): Promise<number[]> {
      await resolveSimilar(listingId)
      const rows = await db.query<{ id: number }>(sql`
        with l as materialized (select l.* from listing l where l.id = ${listingId} and ${IS_PUBLIC}),
        wanted as materialized (
          select array['', 'category ' || l.category, 'seller ' || l.seller_id]
            || array(select 'word ' || lexeme from unnest(tsvector_to_array(l.search)) as lexeme)
            || array(select concat_ws(' ', 'near', lat, lng, category)
              from generate_series(floor(c.lat - ${MAX_LAT})::int, floor(c.lat + ${MAX_LAT})::int) as lat,
                generate_series(floor(c.lng - ${MAX_LNG})::int, floor(c.lng + ${MAX_LNG})::int) as lng,
                unnest(array[null, l.category]) as category) as keys
          from l left join comune c on c.id = l.comune
        )
        select s.id from l left join comune c on c.id = l.comune join saved_search s on s.keys && (select keys from wanted)
        left join (select id, ${ORIGIN_COLUMNS} from comune) as o on o.id = s.comune
        where ${PASSES}
          and (s.comune is null or ${SQUARED_DISTANCE} <= (s.km::float8 / ${constant(KM_PER_DEGREE)}) ^ 2)
          and (s.all_words is null or ts_match_vq(l.search, s.all_words)
            or (ts_match_vq(l.search, s.any_words) is true and not ${existsWith(sql`s.all_words`)}))`)
      return rows.map(({ id }) => id)
    },

    async resolveAll(stopping?: AbortSignal): Promise<void> {
      const rows = await db.query<{ id: number }>(
        sql`select id from saved_search where all_words is not null or keys is null`,
      )
      for (const { id } of rows) {
        // The aborted job fails, and is run again.
        stopping?.throwIfAborted()
        await resolve(id)
      }
    },

    /** Deletes searches that no alert uses. */
    removeUnused: (): Promise<void> =>
      db.transaction(async (tx) => {
        // Waits for transactions that save a search, so that their alerts are visible.
        await tx.execute(sql`lock table saved_search in share row exclusive mode`)
        await tx.execute(
          sql`delete from saved_search s where not exists (select from alert a where a.search_id = s.id)`,
        )
      }),
  }
}
export type SavedSearches = ReturnType<typeof makeSavedSearches>
