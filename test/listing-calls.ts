import type { ListingPage, OwnListing } from '#domain/market/listings.schema.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { aPiazza } from '#test/fixtures.ts'

/** A listing as the edit screen sends it. */
export const LISTING_INPUT = {
  name: 'Miele di castagno',
  priceVal: 12.5,
  priceEuro: 3,
  image: [],
  category: 'Alimentari',
  brand: 'miele, castagno',
  countInStock: 7,
  description: 'Raccolto a luglio.\nVasi da 500 g.',
  section: 'offro',
  isService: false,
  pause: false,
  auxPhone: '011 555 0100',
  delivery: 'personalmente',
  expiry: null,
  country: 'Italia',
  state: 'Piemonte',
  city: ' Torino ',
  municipality: 'Moncalieri',
}

/** A server with a member, and calls of the API to create, change and read listings. */
export const aPiazzaWithOwner = async (options?: Parameters<typeof aPiazza>[0]) => {
  const piazza = await aPiazza(options)
  const owner = await piazza.aMember()
  const as = (token: string | undefined) => (token ? { token } : {})
  const create = async (token = owner.token) => {
    const { status, body } = await retryOn503(() => piazza.call('POST', '/api/products', { token, body: {} }))
    return { status, body, product: (body as { product: OwnListing }).product }
  }
  const change = async (id: string, body: object, token = owner.token) => {
    const response = await retryOn503(() => piazza.call('PUT', `/api/products/${id}`, { token, body }))
    return {
      status: response.status,
      product: response.body as OwnListing,
      message: (response.body as { message: string }).message,
    }
  }
  const see = (id: string, token?: string) => piazza.call('GET', `/api/products/${id}`, as(token))
  const publicNames = async () => {
    const { body } = await piazza.call('GET', `/api/products?seller=${owner.id}`)
    return (body as ListingPage).products.map(({ name }) => name)
  }
  return { piazza, owner, create, change, see, publicNames }
}
