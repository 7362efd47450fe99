import type { ListingCard } from '#domain/market/listings.schema.ts'
import type { ValRequestPage } from '#domain/val/transfers.schema.ts'
import type { Statement, WalletView } from '#domain/val/wallet.schema.ts'
import type { MovementKind } from '#domain/val/wallet.ts'
import { call } from '#web/client.ts'
import { storeBalance } from '#web/lib/balance.ts'
import { oneOf } from '#web/lib/form-data.ts'

export const STATEMENT_FILTERS = ['in', 'out', 'evaporation'] as const satisfies MovementKind[]
export type StatementSelection = { kind: (typeof STATEMENT_FILTERS)[number] | ''; before: string }

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
  kind: oneOf(STATEMENT_FILTERS, searchParams.get('tipo') ?? ''),
  before: /^\d{1,9}$/.test(searchParams.get('prima') ?? '') ? String(searchParams.get('prima')) : '',
})

/** The query string of a page of the statement. */
export const statementSearch = ({ kind, before }: StatementSelection): string => {
  const query = new URLSearchParams({ ...(kind && { tipo: kind }), ...(before && { prima: before }) })
  return `?${query}`
}

/** The wallet of the signed-in member; the header shows its balance too. */
export const loadBalance = async (memberId: string): Promise<WalletView> => {
  const wallet = await call('GET /api/wallet')
  storeBalance(memberId, wallet.balance)
  return wallet
}

/** Promises, because the chain may be slow and the page must not wait for it. */
export const loadWallet = (url: URL, memberId: string): WalletData => {
  const selection = readSelection(url)
  const wallet = loadBalance(memberId)
  const { kind, before } = selection
  return {
    wallet,
    selection,
    statement: call('GET /api/wallet/statement', { query: { ...(kind && { kind }), ...(before && { before }) } }),
    requests: call('GET /api/wallet/requests', { query: { p: readRequestsPage(url) } }),
    spending: wallet.then(async (view) => {
      const { products } = await call('GET /api/products/affordable', { query: { val: String(view.balance) } })
      return { view, offers: products }
    }),
  }
}
