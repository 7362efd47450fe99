import { callAsVisitor } from '#web/client.ts'
import type { Suggestion } from '#web/ui/form/combobox.tsx'

let loading: Promise<string[]> | undefined

const knownCategories = (): Promise<string[]> => {
  loading ??= callAsVisitor('GET /api/products/categories').catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Existing categories that contain the typed text; all of them if it is empty. */
export const findCategories = async (text: string): Promise<Suggestion[]> => {
  const wanted = withoutAccents(text)
  const found = (await knownCategories()).filter((category) => withoutAccents(category).includes(wanted))
  const isAlreadyTyped = found.length === 1 && found[0] === text
  return isAlreadyTyped ? [] : found.map((category) => ({ key: category, text: category }))
}
