import { AppError, MESSAGES } from '#domain/errors.ts'
import { identityKey } from '#domain/members.schema.ts'
import type { Subscription } from '#domain/newsletter.schema.ts'
import { NEWSLETTER_MESSAGES } from '#domain/newsletter.ts'
import type { Ask } from '#server/http/call.ts'
import { type Limits, originOf } from '#server/limits/service.ts'
import type { MembersService } from '#server/members/service.ts'
import type { Newsletter } from '#server/newsletter/service.ts'

type RouteParts = { newsletter: Newsletter; members: MembersService; limits: Limits }

export const newsletterRoutes = ({ newsletter, members, limits }: RouteParts) => {
  const subscribe = async (wish: Subscription, ip: string) => {
    await limits.takeAll(['newsletterFromIp', originOf(ip)], ['newsletterMail', identityKey(wish.email)])
    return { message: await newsletter.subscribe(wish) }
  }
  const ownRecord = ({ viewer }: Ask<unknown>) => {
    if (!viewer) throw new AppError('signedOut', MESSAGES.signedOut)
    return members.profiles.getFull(viewer)
  }

  return {
    subscribe: ({ body, request }: Ask<{ body: Subscription }>) => subscribe(body, request.ip),

    /** The caller's own address, whatever the body says. */
    async update(ask: Ask<unknown>) {
      const { username, email } = await ownRecord(ask)
      return subscribe({ name: username, email }, ask.request.ip)
    },

    async confirm({ body, request }: Ask<{ body: { email: string; codice: string } }>) {
      await limits.take('linkFromIp', originOf(request.ip))
      return newsletter.confirm(body.email, body.codice)
    },

    /** By the code that every mail carries; a mail program's one click posts here as well. */
    async leave({ params, request }: Ask<{ params: { code: string } }>) {
      await limits.take('linkFromIp', originOf(request.ip))
      await newsletter.leave({ leaveCode: params.code })
      return { message: NEWSLETTER_MESSAGES.left }
    },

    async leaveAsMember(ask: Ask<unknown>) {
      const { email } = await ownRecord(ask)
      await newsletter.leave({ email })
      return { message: NEWSLETTER_MESSAGES.left }
    },
  }
}
