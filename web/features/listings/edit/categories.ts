import { callAsVisitor } from '#web/client.ts'
import type { Suggestion } from '#web/ui/form/combobox.tsx'

let asked: Promise<string[]> | undefined

const knownCategories = (): Promise<string[]> => {
  asked ??= callAsVisitor('GET /api/products/categories').catch((error) => {
    asked = undefined
    throw error
  })
  return asked
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Existing categories that contain the typed text; all of them if it is empty. */
export const findCategories = async (text: string): Promise<Suggestion[]> => {
  const wanted = plain(text)
  const found = (await knownCategories()).filter((category) => plain(category).includes(wanted))
  const isOne = found.length === 1 && found[0] === text
  return isOne ? [] : found.map((category) => ({ key: category, text: category }))
}
