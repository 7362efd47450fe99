import { isDraft } from '#domain/listings.ts'
import { call } from '#web/client.ts'
import { findUserInfo } from '#web/lib/session.ts'

/** The path of the editor of the member's last draft, which is created if there is none. */
export const openDraft = async (): Promise<string> => {
  const { products } = await call('GET /api/products', { query: { seller: findUserInfo()?._id } })
  const draft = products.find(({ name }) => isDraft(name)) ?? (await call('POST /api/products')).product
  return `/product/${draft._id}/edit`
}
