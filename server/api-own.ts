import { z } from 'zod'
import { Dashboard } from '#domain/dashboard.ts'
import { AppError, MESSAGES } from '#domain/errors.ts'
import * as members from '#domain/members.ts'
import { MemberExport } from '#domain/privacy.ts'
import { type Call, call, nothing } from '#server/http/call.ts'

const Id = z.object({ id: z.uuid() })
const Code = z.object({ code: z.string() })
const Message = z.object({ message: z.string() })

const unbuilt = async (): Promise<never> => {
  throw new AppError('unbuilt', MESSAGES.unbuilt)
}

/** Calls of ours that the specification does not name. */
export const ownCalls = (): Call[] => [
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
]
