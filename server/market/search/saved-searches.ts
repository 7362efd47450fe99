import { AppError } from '#domain/base/errors.ts'
import { ListingQuery } from '#domain/market/listings.schema.ts'
import { DEFAULT_KM, DISTANCES } from '#domain/market/listings.ts'
import { type SearchParameters, searchParameters } from '#domain/market/saved-searches.ts'
import { categoryKey, IS_PUBLIC, rowMatches } from '#server/market/search/conditions.ts'
import { findComune, KM_PER_DEGREE, ORIGIN_COLUMNS, SQUARED_DISTANCE } from '#server/market/search/nearby.ts'
import { constant } from '#server/market/search/page-query.ts'
import { allOf, lookUpTerms, ownLexemes, quote, RESOLVE_WORD } from '#server/market/search/terms.ts'
import { decidingWords } from '#server/market/search/text-search.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { raw, type Sql, sql } from '#server/platform/db/sql.ts'

// Finds the saved searches that find a listing, the reverse of a search. It must agree with the search at any moment, so
// words are resolved by the same joins, and what depends on corrected words or on phrases with synonyms is asked of the search itself.

const MAX_KM = Math.max(...DISTANCES.map(Number))
const PREFIX_LENGTH = 3

type Candidate = {
  id: number
  parameters: string
  /** Whether the listing has all words of the search. */
  hasAll: boolean
  /** Whether words are to be corrected, or may stand for synonyms in the listing. */
  isAsked: boolean
  /** A listing that has all words. */
  example: string | null
}

type WithSynonyms = {
  /** Whether several words together have synonyms. */
  hasPhrase: boolean
  /** A listing that has all words, each or a synonym of it. */
  example: string | null
}

/** Comuni near which people search. */
const ORIGINS = sql`(select id, ${ORIGIN_COLUMNS} from comune) as o`
/** Whether the comune `c` is within this distance of `o`. */
const isWithin = (km: Sql): Sql => sql`${SQUARED_DISTANCE} <= ${degrees(km)} ^ 2`
const degrees = (km: Sql): Sql => sql`(${km}::float8 / ${constant(KM_PER_DEGREE)})`

/** Whether the filters of the saved search `s`, without its place, let a listing pass; as columnConditions. */
const passes = (listing: string): Sql => {
  const l = raw(listing)
  return sql`(s.section is null or s.section = ${l}.section) and (s.category is null or s.category = ${l}.category)
    and (s.seller_id is null or s.seller_id = ${l}.seller_id)
    and (s.min = 0 or ${l}.sort_price >= s.min)
    and (s.max = 0 or ${l}.sort_price <= s.max or (s.min = 0 and ${l}.sort_price is null))
    and ${l}.stars >= s.rating and (not s.is_free or ${l}.is_free) and (not s.has_picture or ${l}.has_picture)`
}

/** A listing that matches this tsquery and the filters of the saved search `s`. */
const listingWith = (tsquery: Sql): Sql => sql`(
  select l.id from listing l where ${IS_PUBLIC} and l.search @@ ${tsquery} and ${passes('l')} limit 1)`
const withAllWords = listingWith(sql`s.all_words`)

/** A tsquery for all words of the saved search `s`, each or one of its synonyms. */
const allWordsOrSynonyms = sql`(
  select string_agg('(' || term || ')', ' & ')::tsquery from (
    select concat_ws(' | ', quote_literal(lexeme), string_agg(other.query, ' | ')) as term
    from unnest(s.lexemes) as lexeme
    left join synonym own on own.query = quote_literal(lexeme)
    left join synonym other on other.group_id = own.group_id and other.query <> own.query
    group by lexeme) as terms)`

/** In a search an unknown comune is a malformed parameter, here an invalid field of a body. */
const asInvalid = (error: unknown): never => {
  throw error instanceof AppError ? new AppError('invalid', error.message) : error
}

export const makeSavedSearches = (db: Database) => {
  /** The words of saved searches that now stand for a lexeme of the listing. */
  const wordsFinding = async (listingId: string): Promise<string[]> => {
    const rows = await db.query<{ word: string }>(sql`
      with l as materialized (
        select tsvector_to_array(l.search) as lexemes from listing l where l.id = ${listingId}
      ), related as materialized (
        select v.word, v.spelling_keys from listing_word v where v.lexeme = any((select lexemes from l)::text[]) and v.shown > 0
      ), similar_words as materialized (
        select word, lexeme from saved_word where word = any(array(
          select distinct left(v.word, n) from related v, generate_series(${constant(PREFIX_LENGTH)}, length(v.word)) as n))
        union
        select word, lexeme from saved_word
        where spelling_keys && array(select distinct unnest(v.spelling_keys) from related v)
      ), unknown as materialized (
        select w.word from similar_words w
        where not exists (select from listing_lexeme x where x.lexeme = w.lexeme and x.anywhere > 0)
      )
      select word from saved_word where lexeme = any((select lexemes from l)::text[])
      union
      select typed.word from unknown as typed ${RESOLVE_WORD} where f.lexeme = any((select lexemes from l)::text[])`)
    return rows.map(({ word }) => word)
  }

  /** The words of saved searches that find the listing by a synonym, or that are part of a phrase which does. */
  const wordsWithSynonyms = async (listingId: string): Promise<string[]> => {
    const rows = await db.query<{ word: string }>(sql`
      with l as materialized (select l.search, tsvector_to_array(l.search) as lexemes from listing l where l.id = ${listingId})
      select distinct w.word from l
      join synonym has on has.lexemes <@ l.lexemes and l.search @@ has.query::tsquery
      join synonym other on other.group_id = has.group_id and other.query <> has.query
      join saved_word w on w.lexeme = any(other.lexemes)`)
    return rows.map(({ word }) => word)
  }

  /**
   * Searches that may find the listing: their filters let it pass, and it has all their words. Of a search without `example` it
   * may have some words only: they may have to be corrected, or any of them suffices if no listing has all.
   */
  const candidates = (listingId: string, words: string[], synonyms: string[]): Promise<Candidate[]> => {
    const all = [...words, ...synonyms]
    const statement = sql`
      with l as materialized (select l.* from listing l where l.id = ${listingId} and ${IS_PUBLIC}),
      around as materialized (
        select o.id from l join comune c on c.id = l.comune
        join ${ORIGINS} on o.lat between c.lat - ${degrees(constant(MAX_KM))} and c.lat + ${degrees(constant(MAX_KM))}
          and ${isWithin(constant(MAX_KM))}
      ), keys as materialized (
        select array['', 'category ' || l.category, 'seller ' || l.seller_id::text]
          || array(select 'word ' || word from unnest(${all}::text[]) as word)
          || array(select 'comune ' || id || category from around, unnest(array['', ' ' || l.category]) as category) as lookups
        from l
      ), looked_up as (
        select s.* from saved_search s where s.lookup is null and s.words && ${all}::text[]
        union all
        select s.* from saved_search s where s.lookup = any((select lookups from keys)::text[])
      ), passing as materialized (
        select s.*, s.words <@ ${words}::text[] as has_all, s.words <@ ${all}::text[] as may_have_all,
          s.lookup is null and exists (
            select from unnest(s.lexemes) as own
            where not exists (select from listing_lexeme x where x.lexeme = own and x.anywhere > 0)) as is_corrected
        from l left join comune c on c.id = l.comune, looked_up s left join ${ORIGINS} on o.id = s.comune
        where ${passes('l')} and (s.comune is null or ${isWithin(sql`s.km`)})
      )
      select s.id, s.parameters, s.has_all as "hasAll",
        s.may_have_all or s.is_corrected or not s.words && ${words}::text[] as "isAsked",
        case when not s.may_have_all and not s.is_corrected then ${withAllWords} end as example
      from passing s
      where s.may_have_all or s.is_corrected or (s.lookup is null and s.comune is null and s.seller_id is null)`
    // Planned for these words: for unknown ones the planner would read all saved searches.
    return db.transaction(async (tx) => {
      await tx.execute(sql`set local plan_cache_mode = force_custom_plan`)
      return tx.query<Candidate>(statement)
    })
  }

  const contains = async (listingId: string, tsquery: string): Promise<boolean> =>
    (await db.first(sql`select from listing l where l.id = ${listingId} and ${rowMatches(tsquery)}`)) !== undefined

  /** For a search whose words are to be corrected, or that finds the listing by a synonym: asks the search itself. */
  const findsByWords = async ({ parameters }: Candidate, listingId: string): Promise<boolean> => {
    const query = ListingQuery.parse(JSON.parse(parameters))
    if (query.near || query.seller) {
      const terms = await lookUpTerms(db, query.name ?? '')
      const needsUnknown = terms.some((term) => term.anywhere === 0)
      return terms.length > 0 && !needsUnknown && contains(listingId, allOf(terms))
    }
    const words = await decidingWords(db, query)
    return words !== undefined && contains(listingId, words.tsquery)
  }

  /** Of the searches without `example`, those that have words with synonyms. */
  const lookUpSynonyms = async (looked: Candidate[]): Promise<ReadonlyMap<number, WithSynonyms>> => {
    const ids = looked.filter(({ hasAll, isAsked, example }) => !hasAll && !isAsked && !example).map(({ id }) => id)
    if (ids.length === 0) return new Map()
    const rows = await db.query<WithSynonyms & { id: number }>(sql`
      with s as materialized (
        select s.*, found.most_words > 1 as has_phrase from saved_search s cross join lateral (
          select max(cardinality(y.lexemes)) as most_words from synonym y
          where y.lexemes[1] = any(s.lexemes) and y.lexemes <@ s.lexemes) as found
        where s.id = any(${ids}::bigint[]) and found.most_words is not null)
      select s.id, s.has_phrase as "hasPhrase",
        case when not s.has_phrase then ${listingWith(allWordsOrSynonyms)} end as example
      from s`)
    return new Map(rows.map(({ id, ...found }) => [id, found]))
  }

  const finds = (
    candidate: Candidate,
    listingId: string,
    withSynonyms: WithSynonyms | undefined,
  ): boolean | Promise<boolean> => {
    const { hasAll, isAsked, example } = candidate
    if (hasAll) return true
    if (isAsked || withSynonyms?.hasPhrase) return findsByWords(candidate, listingId)
    return !(example || withSynonyms?.example)
  }

  const storeExamples = (found: Pick<Candidate, 'id' | 'example'>[]): Promise<void> =>
    db.transaction(async (tx) => {
      const examples = found.filter(({ example }) => example)
      if (examples.length === 0) return
      const [searchIds, listingIds] = [examples.map(({ id }) => id), examples.map(({ example }) => example)]
      // A listing that is changed meanwhile has been changed before the update, or clears it afterwards.
      await tx.execute(sql`select from listing l where l.id = any(${listingIds}::uuid[]) order by l.id for share`)
      await tx.execute(
        sql`select from saved_search s where s.id = any(${searchIds}::bigint[]) order by s.id for update`,
      )
      await tx.execute(sql`
        update saved_search s set example = l.id
        from unnest(${searchIds}::bigint[], ${listingIds}::uuid[]) as e (search_id, listing_id), listing l
        where s.id = e.search_id and l.id = e.listing_id
          and ${IS_PUBLIC} and ts_match_vq(l.search, s.all_words) and ${passes('l')}`)
    })

  /** Until a job marks a listing as expired, no trigger does this. */
  const clearExpiredExamples = (): Promise<unknown> =>
    db.execute(sql`
      with s as (
        select s.id from saved_search s join listing l on l.id = s.example
        where not l.expired and l.expires_at <= now() order by s.id for update of s)
      update saved_search set example = null where id in (select id from s)`)

  return {
    /** Stores a search once; returns its id. Throws for a comune that does not exist, and for words that find nothing. */
    async save(tx: Queries, query: ListingQuery, messages: { noWords: string }): Promise<number> {
      const comune = query.near ? await findComune(tx, query.near).catch(asInvalid) : null
      const words = await ownLexemes(tx, query.name ?? '')
      if (query.name && words.length === 0) throw new AppError('invalid', messages.noWords)
      const typed = words.map(({ word }) => word)
      const lexemes = words.map(({ lexeme }) => lexeme)
      const distinct = [...new Set(lexemes)]
      const quoted = distinct.map(quote).join(' & ')
      await tx.execute(sql`
        insert into saved_word (word, lexeme) select * from unnest(${typed}::text[], ${lexemes}::text[]) on conflict do nothing`)
      const row = await tx.first<{ id: number }>(sql`
        insert into saved_search (parameters, section, category, seller_id, min, max, rating, is_free, has_picture, comune, km,
          words, rarest_word, lexemes, all_words)
        values (${JSON.stringify(searchParameters(query))}, ${query.section ?? null}, ${categoryKey(query) ?? null},
          ${query.seller ?? null}, ${query.min}, ${query.max}, ${query.rating}, ${query.free ?? false}, ${query.picture ?? false},
          ${comune}, ${query.near ? (query.km ?? DEFAULT_KM) : null}, ${typed}, (
            select typed.word from unnest(${typed}::text[], ${lexemes}::text[]) as typed (word, lexeme)
            left join listing_lexeme x using (lexeme) order by coalesce(x.anywhere, 0), typed.word limit 1),
          ${distinct}, ${quoted || null}::tsquery)
        on conflict (parameters) do update set words = excluded.words, rarest_word = excluded.rarest_word returning id`)
      return row?.id ?? 0
    },

    /** Looks for a listing with all the words of a search, so that a publication need not. */
    async findExample(searchId: number): Promise<void> {
      const found = await db.query<Pick<Candidate, 'id' | 'example'>>(sql`
        select s.id, ${withAllWords} as example from saved_search s where s.id = ${searchId} and s.lookup is null`)
      await storeExamples(found)
    },

    parameters: async (ids: number[]): Promise<Map<number, SearchParameters>> => {
      const rows = await db.query<{ id: number; parameters: string }>(sql`
        select id, parameters from saved_search where id = any(${ids}::bigint[])`)
      return new Map(rows.map(({ id, parameters }) => [id, JSON.parse(parameters)]))
    },

    /** The ids of the saved searches that find this listing now. */
    async thatFind(listingId: string): Promise<number[]> {
      const found: number[] = []
      await clearExpiredExamples()
      const [words, synonyms] = await Promise.all([wordsFinding(listingId), wordsWithSynonyms(listingId)])
      const looked = await candidates(listingId, words, synonyms)
      await storeExamples(looked)
      const withSynonyms = await lookUpSynonyms(looked)
      for (const candidate of looked)
        if (await finds(candidate, listingId, withSynonyms.get(candidate.id))) found.push(candidate.id)
      return found
    },

    /** Deletes searches and words that nobody uses any more. */
    removeUnused: (): Promise<void> =>
      db.transaction(async (tx) => {
        // Waits for searches that are being saved, so that what they use is seen.
        await tx.execute(sql`lock table saved_word in share row exclusive mode`)
        await tx.execute(sql`
          delete from saved_search s where not exists (select from alert a where a.search_id = s.id)`)
        await tx.execute(sql`
          delete from saved_word w where not exists (
            select from (select unnest(s.words) as word from saved_search s) as used where used.word = w.word)`)
      }),
  }
}
export type SavedSearches = ReturnType<typeof makeSavedSearches>
