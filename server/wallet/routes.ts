import type { Handlers } from '#server/http/call.ts'
import { forOneReader } from '#server/http/one-reader.ts'
import type { WalletService } from '#server/wallet/service.ts'
import type { Statements } from '#server/wallet/statement.ts'

export type WalletRouteParts = { wallet: WalletService; statements: Statements }

export const walletRoutes = ({ wallet, statements }: WalletRouteParts) =>
  ({
    'GET /api/wallet': ({ viewer, reply }) => {
      forOneReader(reply)
      return wallet.view(viewer)
    },
    'GET /api/wallet/statement': ({ query, viewer, reply }) => {
      forOneReader(reply)
      return statements.page(viewer, query.p)
    },
    'GET /api/wallet/statement.csv': async ({ viewer, reply }) => {
      const text = await statements.csv(viewer)
      forOneReader(reply).type('text/csv; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="estratto-conto-val.csv"')
      return text
    },
  }) satisfies Partial<Handlers>
