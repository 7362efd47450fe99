import { aNewAccount, DEMO_ADMIN, DEMO_PASSWORD, DEMO_SELLER, registerByApi } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'

export const KINDS = ['visitor', 'member', 'seller', 'admin'] as const
export type Kind = (typeof KINDS)[number]

type User = { _id: string; token: string }
type Product = { _id: string; name: string; seller: { _id: string; seller: { name: string } } } & Record<
  string,
  unknown
>
type Order = { _id: string; isPaid: boolean; isDelivered: boolean }
type Viewer = {
  /** The local storage of this viewer. */
  storage: Record<string, unknown>
  /** An order that they may see, and a listing that they may edit; `nessuno` if there is none. */
  order: string
  own: string
}

export type ScreenData = {
  product: string
  productName: string
  longNamed: string
  decision: string
  sellerId: string
  memberId: string
  /** A conversation of the seller. */
  thread: string
  /** Orders of the seller: placed and unpaid, placed and paid but not delivered, received and unpaid; one of others with a problem. */
  orders: Record<'asked' | 'paid' | 'received' | 'problem', string>
  viewers: Record<Kind, Viewer>
}

const ADDRESS = {
  fullName: 'Prova Esempio',
  address: 'Via dei Portici 3',
  city: 'Pinerolo',
  postalCode: '10064',
  country: 'Italia',
}

export const LONG_NAME =
  'Precipitevolissimevolmente: restauro di sedie impagliate, poltroncine e dondoli della nonna!!'.slice(0, 90)

/** Creates one viewer of each kind with orders, listings and a cart, so that every screen has content. */
export const createScreenData = async (origin: string): Promise<ScreenData> => {
  const call = (method: string, path: string, token = '', body?: object) =>
    callApi(origin, method, path, { token, ...(body && { body }) })
  const signIn = (email: string, password: string): Promise<User> => signInByApi(origin, email, password)

  const account = aNewAccount()
  await registerByApi(origin, account)
  const member = await signIn(account.email, account.password)
  const seller = await signIn(DEMO_SELLER, DEMO_PASSWORD)
  const admin = await signIn(DEMO_ADMIN, DEMO_PASSWORD)

  const sellers: { _id: string; seller: { name: string } }[] = await call('GET', '/users/sellers')
  const shop = sellers.find(({ seller: { name } }) => name.startsWith('Terra e Fuoco'))
  const { products }: { products: Product[] } = await call('GET', `/products?section=offro&seller=${shop?._id}`)
  const shown = products.find(({ isService, delivery }) => !isService && delivery !== 'personalmente') as Product
  const ownOf = async (user: User): Promise<string> =>
    (await call('GET', `/products?seller=${user._id}`, user.token)).products[0]?._id ?? 'nessuno'
  const orderOf = async (user: User): Promise<string> =>
    (await call('GET', '/orders/mine', user.token)).at(-1)?._id ?? 'nessuno'

  const asked: Order[] = await call('GET', '/orders/mine', seller.token)
  const [problem]: Order[] = await call('GET', '/orders?only=problem', admin.token)
  const received: Order[] = await call('GET', `/orders?seller=${seller._id}`, seller.token)

  const { _id: thread } = await call('POST', '/threads', seller.token, { listing: shown._id })
  await call('POST', `/threads/${thread}/messages`, seller.token, { text: 'Buongiorno, è ancora disponibile?' })

  const publish = async (listing: object): Promise<string> => {
    const { product: draft } = await call('POST', '/products', seller.token, {})
    await call('PUT', `/products/${draft._id}`, seller.token, { ...draft, ...listing })
    return draft._id
  }
  const longNamed = await publish({
    name: LONG_NAME,
    section: 'offro',
    category: 'Casa e giardino',
    brand: 'IMPAGLIATURA,RESTAURO,SEDIE,DONDOLI,NOCE,CILIEGIO',
    description: 'Una riga sola, senza spazi: '.concat('lunghissima'.repeat(30)),
    priceVal: 123_456.78,
    priceEuro: 98_765.43,
    countInStock: 3,
  })

  /** About a listing of the seller, with an objection that nobody has decided. */
  const aDecision = async (): Promise<string> => {
    const reported = await publish({ name: 'Annuncio segnalato', section: 'offro', category: 'Varie', priceVal: 1 })
    const body = { kind: 'listing', id: reported, reason: 'wrong', explanation: 'Il prezzo non è quello.' }
    const { _id } = await call('POST', '/reports', member.token, body)
    const reasons = { action: 'hide', facts: 'Chiede un altro prezzo.', ground: 'Condizioni d’uso, 2' }
    const { decision } = await call('POST', `/reports/${_id}/decision`, admin.token, reasons)
    await call('POST', `/decisions/${decision._id}/objection`, seller.token, { text: 'Il prezzo è giusto.' })
    return decision._id
  }

  const viewerOf = async (user: User): Promise<Viewer> => {
    const { reviews: _, description: __, ...listing } = shown
    return {
      storage: {
        userInfo: user,
        cartItems: [{ ...listing, product: listing._id, qty: 1 }],
        shippingAddress: ADDRESS,
        checkout: { memberId: user._id, method: 'Concordato' },
      },
      order: await orderOf(user),
      own: await ownOf(user),
    }
  }
  return {
    product: shown._id,
    productName: shown.name,
    longNamed,
    decision: await aDecision(),
    sellerId: seller._id,
    memberId: member._id,
    thread,
    orders: {
      asked: asked.find(({ isPaid }) => !isPaid)?._id ?? 'nessuno',
      paid: asked.find(({ isPaid, isDelivered }) => isPaid && !isDelivered)?._id ?? 'nessuno',
      received: received.find(({ isPaid }) => !isPaid)?._id ?? 'nessuno',
      problem: problem?._id ?? 'nessuno',
    },
    viewers: {
      visitor: { storage: {}, order: 'nessuno', own: 'nessuno' },
      member: await viewerOf(member),
      seller: await viewerOf(seller),
      admin: await viewerOf(admin),
    },
  }
}
