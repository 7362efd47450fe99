import type { Statement, WalletView } from '#domain/wallet.schema.ts'
import type { Ask } from '#server/http/call.ts'
import { forOneReader } from '#server/http/one-reader.ts'
import type { WalletService } from '#server/wallet/service.ts'
import type { Statements } from '#server/wallet/statement.ts'

export const walletRoutes = (wallet: WalletService, statements: Statements) => ({
  view: ({ viewer, reply }: Ask<unknown>): Promise<WalletView> => {
    forOneReader(reply)
    return wallet.view(viewer)
  },
  statement: ({ query, viewer, reply }: Ask<{ query: { p: number } }>): Promise<Statement> => {
    forOneReader(reply)
    return statements.page(viewer, query.p)
  },
  csv: async ({ viewer, reply }: Ask<unknown>): Promise<string> => {
    const text = await statements.csv(viewer)
    forOneReader(reply).type('text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="estratto-conto-val.csv"')
    return text
  },
})
