import { identityKey } from '#domain/accounts/members.schema.ts'
import type { Subscription } from '#domain/talk/newsletter.schema.ts'
import { NEWSLETTER_MESSAGES } from '#domain/talk/newsletter.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const newsletterRoutes = ({ newsletter, newsletterWriting, members, limits }: Services) => {
  const subscribe = async (subscription: Subscription, ip: string) => {
    await limits.takeFrom(ip, 'newsletterFromIp', ['newsletterMail', identityKey(subscription.email)])
    return { message: await newsletter.subscribe(subscription) }
  }

  return {
    'POST /api/users/newsletter': ({ body, request }) => subscribe(body, request.ip),
    // Subscribes only the member's own address.
    'POST /api/users/newsletterUpdate': async ({ viewer, request }) => {
      const { email } = await members.profiles.getFull(viewer)
      return subscribe({ name: viewer.shownName, email }, request.ip)
    },
    'POST /api/users/newsletterVerify': async ({ body, request }) => {
      await limits.takeFrom(request.ip, 'linkFromIp')
      return newsletter.confirm(body.email, body.codice)
    },
    // Called by the page of the unsubscribe link, and by mail programs for one-click unsubscribe (RFC 8058).
    'POST /api/newsletter/leave/:code': async ({ params, request }) => {
      await limits.takeFrom(request.ip, 'linkFromIp')
      await newsletter.leave({ leaveCode: params.code })
      return { message: NEWSLETTER_MESSAGES.unsubscribed }
    },
    'POST /api/newsletter/leave': async ({ viewer }) => {
      const { email } = await members.profiles.getFull(viewer)
      await newsletter.leave({ email })
      return { message: NEWSLETTER_MESSAGES.unsubscribed }
    },
    'GET /api/newsletters': ({ query }) => newsletterWriting.list(query.p),
    'POST /api/newsletters': ({ body, viewer }) => newsletterWriting.add(body, viewer),
    'GET /api/newsletters/:id': ({ params }) => newsletterWriting.get(params.id),
    'PUT /api/newsletters/:id': ({ params, body }) => newsletterWriting.change(params.id, body),
    'DELETE /api/newsletters/:id': async ({ params }) => {
      await newsletterWriting.remove(params.id)
      return { message: NEWSLETTER_MESSAGES.deleted }
    },
    'POST /api/newsletters/:id/test': async ({ params, body, viewer }) => {
      await newsletterWriting.test(params.id, body.to, viewer)
      return { message: NEWSLETTER_MESSAGES.testSent }
    },
    'POST /api/newsletters/:id/send': ({ params, body, viewer }) => newsletterWriting.send(params.id, body, viewer),
  } satisfies Partial<Handlers>
}
