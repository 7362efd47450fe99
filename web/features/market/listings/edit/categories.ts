import { MAX_CATEGORY } from '#domain/market/listings.ts'
import { callAsVisitor } from '#web/client.ts'
import { FormError } from '#web/ui/form/form-state.ts'

export type CategorySuggestion = { key: string; text: string; category: string; isNew: boolean }

let categories: Promise<string[]> | undefined

const knownCategories = (): Promise<string[]> => {
  categories ??= callAsVisitor('GET /api/products/categories').catch((error) => {
    categories = undefined
    throw error
  })
  return categories
}

/** Invalidates the cached categories; call after saving a listing, which may have added one. */
export const forgetCategories = (): void => {
  categories = undefined
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

const newSuggestion = (category: string): CategorySuggestion => ({
  key: `new ${category}`,
  text: `Nuova categoria «${category}»? Crea`,
  category,
  isNew: true,
})

/** Existing categories that contain the typed text, or all if it is empty; the last entry creates the typed one. */
export const findCategories = async (text: string): Promise<CategorySuggestion[]> => {
  const typed = text.trim().slice(0, MAX_CATEGORY)
  const wanted = withoutAccents(typed)
  const found = (await knownCategories()).filter((category) => withoutAccents(category).includes(wanted))
  if (found.length === 1 && found[0] === typed) return []
  const suggestions = found.map((category) => ({ key: category, text: category, category, isNew: false }))
  const isKnown = found.some((category) => withoutAccents(category) === wanted)
  return isKnown || typed === '' ? suggestions : [...suggestions, newSuggestion(typed)]
}

/** The category to save, spelled as the existing one. A new one is refused unless the member has confirmed it. */
export const checkedCategory = async (typed: string, confirmed: readonly string[]): Promise<string> => {
  const category = typed.trim()
  const known = await knownCategories().catch(() => [category])
  const existing = known.find((name) => withoutAccents(name) === withoutAccents(category))
  if (existing) return existing
  if (confirmed.includes(category)) return category
  throw new FormError(
    `«${category}» è una categoria nuova: scegline una dall’elenco, o confermala con «Crea».`,
    'category',
  )
}
