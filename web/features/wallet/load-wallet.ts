import type { Statement, WalletView } from '#domain/wallet.schema.ts'
import { call } from '#web/client.ts'

const PAGE = 'movimenti'

export type WalletData = { wallet: Promise<WalletView>; statement: Promise<Statement> }

/** The query string of a page of the statement. */
export const statementSearch = (page: number): string => `?${PAGE}=${page}`

/** Promises, because the chain may be slow and the page must not wait for it. */
export const loadWallet = ({ searchParams }: URL): WalletData => ({
  wallet: call('GET /api/wallet'),
  statement: call('GET /api/wallet/statement', { query: { p: Number(searchParams.get(PAGE)) || 1 } }),
})
