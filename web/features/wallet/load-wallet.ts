import type { ListingCard } from '#domain/listings.schema.ts'
import type { FullMember } from '#domain/members.schema.ts'
import type { ValRequestPage } from '#domain/transfers.schema.ts'
import type { Statement, WalletView } from '#domain/wallet.schema.ts'
import { MOVEMENT_KINDS, type MovementKind } from '#domain/wallet.ts'
import { call, callAsVisitor } from '#web/client.ts'
import { storeBalance } from '#web/features/wallet/balance-store.ts'
import { oneOf } from '#web/lib/form-data.ts'

const OFFERS = 3
// More than shown: the member's own are left out.
const OFFERS_READ = 8
const NEAR_KM = '25'
const SMALLEST = '0.01'

export type StatementSelection = { kind: MovementKind | ''; before: string }
const readRequestsPage = ({ searchParams }: URL): number => {
  const page = Number(searchParams.get('richieste'))
  return Number.isInteger(page) && page > 0 ? page : 1
}

export type WalletData = {
  wallet: Promise<WalletView>
  statement: Promise<Statement>
  selection: StatementSelection
  requests: Promise<ValRequestPage>
  spending: Promise<{ view: WalletView; offers: ListingCard[] }>
}

const readSelection = ({ searchParams }: URL): StatementSelection => ({
  kind: oneOf(MOVEMENT_KINDS, searchParams.get('tipo') ?? ''),
  before: /^\d{1,9}$/.test(searchParams.get('prima') ?? '') ? String(searchParams.get('prima')) : '',
})

/** The query string of a page of the statement. */
export const statementSearch = ({ kind, before }: StatementSelection): string => {
  const query = new URLSearchParams({ ...(kind && { tipo: kind }), ...(before && { prima: before }) })
  return `?${query}`
}

/** Offers that the balance can pay: near the member, or anywhere if there are none. */
const loadOffers = async ({ balance }: WalletView, { _id, city }: FullMember): Promise<ListingCard[]> => {
  if (balance <= 0) return []
  const payable = { section: 'offro', min: SMALLEST, max: String(balance), pageSize: OFFERS_READ } as const
  const find = async (near: { near: string; km: string } | object) => {
    const { products } = await callAsVisitor('GET /api/products', { query: { ...payable, ...near } })
    return products.filter(({ seller }) => seller._id !== _id).slice(0, OFFERS)
  }
  const nearby = city ? await find({ near: city, km: NEAR_KM }).catch(() => []) : []
  return nearby.length > 0 ? nearby : find({})
}

const loadBalance = async (): Promise<WalletView> => {
  const wallet = await call('GET /api/wallet')
  storeBalance(wallet.balance)
  return wallet
}

/** Promises, because the chain may be slow and the page must not wait for it. */
export const loadWallet = (url: URL, member: FullMember): WalletData => {
  const selection = readSelection(url)
  const wallet = loadBalance()
  const { kind, before } = selection
  return {
    wallet,
    selection,
    statement: call('GET /api/wallet/statement', { query: { ...(kind && { kind }), ...(before && { before }) } }),
    requests: call('GET /api/wallet/requests', { query: { p: readRequestsPage(url) } }),
    spending: wallet.then(async (view) => ({ view, offers: await loadOffers(view, member) })),
  }
}
