import type { Handlers } from '#server/platform/http/call.ts'
import type { Rounds } from '#server/val/currency/rounds.ts'
import type { WalletService } from '#server/val/wallet/service.ts'
import type { Statements } from '#server/val/wallet/statement.ts'

export type WalletRouteParts = { wallet: WalletService; statements: Statements; rounds: Rounds }

export const walletRoutes = ({ wallet, statements, rounds }: WalletRouteParts) =>
  ({
    'GET /api/wallet': async ({ viewer }) => {
      const view = await wallet.view(viewer)
      return { ...view, nextRound: await rounds.forecast(view.account, view.balance) }
    },
    'GET /api/wallet/balance': ({ viewer }) => wallet.knownBalance(viewer),
    'GET /api/wallet/statement': ({ query, viewer }) => statements.page(viewer, query),
    'GET /api/wallet/statement.csv': async ({ query, viewer, reply }) => {
      const text = await statements.csv(viewer, query)
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="estratto-conto-val.csv"')
      return text
    },
  }) satisfies Partial<Handlers>
