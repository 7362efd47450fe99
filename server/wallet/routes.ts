import type { Handlers } from '#server/http/call.ts'
import { noStore } from '#server/http/no-store.ts'
import type { WalletService } from '#server/wallet/service.ts'
import type { Statements } from '#server/wallet/statement.ts'

export type WalletRouteParts = { wallet: WalletService; statements: Statements }

export const walletRoutes = ({ wallet, statements }: WalletRouteParts) =>
  ({
    'GET /api/wallet': ({ viewer, reply }) => {
      noStore(reply)
      return wallet.view(viewer)
    },
    'GET /api/wallet/statement': ({ query, viewer, reply }) => {
      noStore(reply)
      return statements.page(viewer, query.p)
    },
    'GET /api/wallet/statement.csv': async ({ viewer, reply }) => {
      const text = await statements.csv(viewer)
      noStore(reply).type('text/csv; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="estratto-conto-val.csv"')
      return text
    },
  }) satisfies Partial<Handlers>
