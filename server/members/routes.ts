import { AppError } from '#domain/errors.ts'
import type { MemberChange, MemberQuery, ProfileChange, Registration } from '#domain/members.schema.ts'
import { ACCOUNT_MESSAGES, TOTAL_HEADER } from '#domain/members.ts'
import type { Ask } from '#server/http/call.ts'
import { memberIn } from '#server/http/viewer.ts'
import type { MembersService } from '#server/members/service.ts'

type WithId = { params: { id: string } }
type Credentials = { body: { email: string; password: string } }
type VerificationAsk = WithId & { body?: { uuid?: string } | null }

const told = (message: string) => ({ message })

export const memberRoutes = ({ sessions, joining, recovery, profiles, administration, leaving }: MembersService) => ({
  get: ({ params, viewer }: Ask<WithId>) => profiles.get(params.id, viewer),
  sellers: () => profiles.sellers(),

  async list({ query, reply }: Ask<{ query: MemberQuery }>) {
    const { members, total } = await administration.list(query)
    reply.header(TOTAL_HEADER, total)
    return members
  },

  edit: (ask: Ask<WithId & { body: MemberChange }>) => administration.edit(ask.params.id, ask.body, memberIn(ask)),

  async remove(ask: Ask<WithId>) {
    await leaving.remove(ask.params.id, memberIn(ask))
    return told(ACCOUNT_MESSAGES.deleted)
  },

  changeProfile: (ask: Ask<{ body: ProfileChange }>) => profiles.change(memberIn(ask), ask.body),
  upgrade: (ask: Ask<{ params: { userId: string } }>) => profiles.upgrade(ask.params.userId, memberIn(ask)),

  signIn: ({ body, request }: Ask<Credentials>) => sessions.signIn(body, request.ip),

  async signOutEverywhere(ask: Ask<unknown>) {
    await sessions.signOutEverywhere(memberIn(ask))
    return told(ACCOUNT_MESSAGES.signedOutEverywhere)
  },

  async register({ body, request }: Ask<{ body: Registration }>) {
    await joining.register(body, request.ip)
    return told(ACCOUNT_MESSAGES.registered)
  },

  async verify({ params, body, request }: Ask<VerificationAsk>) {
    if (body?.uuid !== undefined && body.uuid !== params.id) throw new AppError('missing', ACCOUNT_MESSAGES.linkInvalid)
    await joining.verify(params.id, request.ip)
    // The link has done its work whether or not the welcome can be asked for now; if not, the next round asks again.
    joining
      .welcomeNewcomers()
      .catch((error) => request.log.error({ reqId: request.id, err: error }, 'a newcomer could not be welcomed'))
    return [{ verify: { verified: true } }]
  },

  async resendVerification(ask: Ask<unknown>) {
    await joining.resendVerification(memberIn(ask))
    return told(ACCOUNT_MESSAGES.verificationSent)
  },

  async recover({ body, request }: Ask<{ body: { email: string } }>) {
    await recovery.recover(body.email, request.ip)
    return told(ACCOUNT_MESSAGES.recoverySent)
  },

  async replacePassword({ body, request }: Ask<{ body: { newData: string; id: string } }>) {
    await recovery.replacePassword(body.id, body.newData, request.ip)
    return told(ACCOUNT_MESSAGES.passwordReplaced)
  },

  async revealSecret(ask: Ask<WithId & { body: { password: string } }>) {
    const secret = await profiles.revealSecret(ask.params.id, memberIn(ask), ask.body.password)
    ask.reply.header('cache-control', 'no-store')
    return secret
  },

  async erase(ask: Ask<{ body: { password: string } }>) {
    await leaving.erase(memberIn(ask), ask.body.password)
    return told(ACCOUNT_MESSAGES.erased)
  },
})
