import { isDraft } from '#domain/market/listings.ts'
import { call } from '#web/client.ts'
import { findUserInfo } from '#web/lib/session/session.ts'

const createDraft = async () => (await call('POST /api/products')).product

/** The path of the editor of a new listing: of the member's last draft, unless `isNew` or there is none. */
export const openDraft = async (isNew = false): Promise<string> => {
  if (isNew) return `/product/${(await createDraft())._id}/edit`
  const { products } = await call('GET /api/products', { query: { seller: findUserInfo()?._id } })
  const draft = products.find(({ name }) => isDraft(name)) ?? (await createDraft())
  return `/product/${draft._id}/edit`
}
