import { z } from 'zod'
import { Dashboard } from '#domain/dashboard.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import * as members from '#domain/members.ts'
import { MemberExport } from '#domain/privacy.ts'
import { Statement, StatementQuery, WalletView } from '#domain/wallet.ts'
import { type Call, call, nothing } from '#server/http/call.ts'
import { walletRoutes } from '#server/wallet/routes.ts'
import type { WalletService } from '#server/wallet/service.ts'
import type { Statements } from '#server/wallet/statement.ts'

export type OwnServices = { wallet: WalletService; statements: Statements }

const Id = z.object({ id: z.uuid() })
const Code = z.object({ code: z.string() })
const Message = z.object({ message: z.string() })

const unbuilt = async (): Promise<never> => {
  throw new AppError('unbuilt', MESSAGES.unbuilt)
}

/** Calls of ours that the specification does not name. */
export const ownCalls = (services: OwnServices): Call[] => {
  const wallet = walletRoutes(services.wallet, services.statements)
  return [
    call('POST /api/users/verification', 'member', { body: nothing, answer: Message }, unbuilt),
    call('POST /api/users/signout', 'member', { body: nothing, answer: Message }, unbuilt),
    call(
      'POST /api/users/:id/secret',
      'verified',
      { params: Id, body: members.PasswordAgain, answer: members.WalletSecret },
      unbuilt,
    ),
    call('POST /api/newsletter/leave/:code', 'public', { params: Code, body: nothing, answer: Message }, unbuilt),
    call('GET /api/privacy/export', 'member', { query: nothing, answer: MemberExport }, unbuilt),
    call('POST /api/privacy/erase', 'member', { body: members.PasswordAgain, answer: Message }, unbuilt),
    call('GET /api/dashboard', 'admin', { query: nothing, answer: Dashboard }, unbuilt),
    call('GET /api/wallet', 'verified', { query: nothing, answer: WalletView }, wallet.view),
    call('GET /api/wallet/statement', 'verified', { query: StatementQuery, answer: Statement }, wallet.statement),
    call('GET /api/wallet/statement.csv', 'verified', { query: nothing, answer: z.string() }, wallet.csv),
  ]
}
