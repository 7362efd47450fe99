import type { Viewer } from '#domain/accounts/access.ts'
import { MISSED_SEARCH_DAYS } from '#domain/accounts/retention.ts'
import { addDays, italianDate } from '#domain/base/dates.ts'
import type { ListingQuery } from '#domain/market/listings.schema.ts'
import type { SoughtList } from '#domain/market/sought.schema.ts'
import { LEAST_PEOPLE } from '#domain/market/sought.ts'
import type { Search } from '#server/market/search/search.ts'
import { wordsIn } from '#server/market/search/terms.ts'
import type { SoughtStore } from '#server/market/sought/store.ts'
import { type Limits, networkOf } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { signFields } from '#server/platform/signed-links.ts'

const MAX_SEARCHES_READ = 20_000
const MAX_LISTINGS_READ = 1_500
const MAX_CHECKED = 60
const MAX_SHOWN = 20

type Parts = {
  store: SoughtStore
  search: Search
  limits: Limits
  secret: string
  now: () => Date
}

// What a wish begins with, in a title.
const ASKING = /^(cerc(o|asi|hiamo)|vorrei|mi serve)\s+(un[oa]?\s+|un’|un')?/

/** A wish, by the word that says what it is about: the others are written in many ways. */
type Entry = { word: string; text: string; person: string }

const shortest = (entries: Entry[]): string =>
  entries.map(({ text }) => text).reduce((best, text) => (text.length < best.length ? text : best))

/** What people search for, or ask for as «Cerco», and nobody offers. */
export const makeSought = ({ store, search, limits, secret, now }: Parts) => {
  const personOf = (word: string, id: string): string => signFields(secret, 'sought', [word, id]).toString('base64url')

  /** The main word as written in the text: an offer has to match this word only. */
  const asTyped = async (word: string, text: string): Promise<string> => {
    const typed = wordsIn(text)
    return typed[(await search.tellingWords(typed)).indexOf(word)] ?? text
  }

  const entries = async (): Promise<Entry[]> => {
    const [missed, listings] = await Promise.all([store.missed(MAX_SEARCHES_READ), store.listings(MAX_LISTINGS_READ)])
    const words = await search.tellingWords(listings.map(({ name }) => name))
    return [
      ...missed.map(({ words: word, typed, person }) => ({ word, text: typed, person })),
      ...listings.map(({ name, sellerId }, index) => {
        const word = words[index] ?? ''
        return { word, text: name.toLowerCase().replace(ASKING, ''), person: personOf(word, sellerId) }
      }),
    ]
  }

  return {
    /** Records a search that finds nothing. The search is run here, so the record does not depend on the client. */
    async note(query: ListingQuery, viewer: Viewer, ip: string): Promise<void> {
      await limits.takeFrom(ip, 'missedSearch')
      const [word = ''] = await search.tellingWords([query.name ?? ''])
      if (word === '' || (await search.listings({ ...query, p: 1, pageSize: 1 })).total > 0) return
      const person = personOf(word, viewer?.id ?? networkOf(ip))
      await store.add({ words: word, typed: query.name?.toLowerCase() ?? '', person }, italianDate(now()))
    },

    /** Most people first; at least LEAST_PEOPLE. */
    async list(): Promise<SoughtList> {
      const wishes = [...Map.groupBy(await entries(), ({ word }) => word).entries()]
      const asked = wishes
        .filter(([word]) => word !== '')
        .map(([word, same]) => ({ word, text: shortest(same), people: new Set(same.map(({ person }) => person)).size }))
        .filter(({ text, people }) => text !== '' && people >= LEAST_PEOPLE)
        .toSorted((one, other) => other.people - one.people)
      const sought: SoughtList['sought'] = []
      for (const { word, text, people } of asked.slice(0, MAX_CHECKED)) {
        if (sought.length === MAX_SHOWN) break
        if (!(await search.isOffered(await asTyped(word, text)))) sought.push({ text, people })
      }
      return { sought }
    },

    personalData: {
      tables: [],
      deleteExpired: (at) => store.removeBefore(addDays(italianDate(at), -MISSED_SEARCH_DAYS)),
    } satisfies PersonalData,
  }
}
