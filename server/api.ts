import { z } from 'zod'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { Listing, ListingChange, ListingPage, ListingQuery, ReviewView } from '#domain/listings.ts'
import * as members from '#domain/members.ts'
import { Confirmation, Confirmed, Subscription } from '#domain/newsletter.ts'
import * as orders from '#domain/orders.ts'
import { ReviewRequest } from '#domain/reviews.ts'
import { type Call, call, nothing } from '#server/http/call.ts'
import { listingRoutes } from '#server/listings/routes.ts'
import type { ListingsService } from '#server/listings/service.ts'

export type ApiServices = { listings: ListingsService; googleMapsKey: string }

const Id = z.object({ id: z.uuid() })
const UserId = z.object({ userId: z.uuid() })
const LinkId = z.object({ id: z.string() })
const Message = z.object({ message: z.string() })
const AnyMember = z.union([members.FullMember, members.PublicMember])
const VerifiedRecord = z.array(z.object({ verify: z.object({ verified: z.boolean() }) }))
const OrderQuery = z.object({ seller: z.uuid().optional() })
const Orders = z.array(orders.OrderView)
const OneListing = z.object({ product: Listing })
const OneOrder = z.object({ order: orders.OrderView })
const OneReview = z.object({ review: ReviewView })

const unbuilt = async (): Promise<never> => {
  throw new AppError('unbuilt', MESSAGES.unbuilt)
}

/** The calls of the specification's section 7, in its order. */
export const apiCalls = (services: ApiServices): Call[] => {
  const listings = listingRoutes(services.listings)
  return [
    call('GET /api/users/:id', 'public', { params: Id, query: nothing, answer: AnyMember }, unbuilt),
    call('GET /api/users', 'admin', { query: nothing, answer: z.array(members.FullMember) }, unbuilt),
    call(
      'PUT /api/users/:id',
      'admin',
      { params: Id, body: members.MemberChange, answer: members.FullMember },
      unbuilt,
    ),
    call('DELETE /api/users/:id', 'admin', { params: Id, answer: Message }, unbuilt),
    call('PUT /api/users/profile', 'member', { body: members.ProfileChange, answer: members.UserInfo }, unbuilt),
    call(
      'PUT /api/users/upgrade/:userId',
      'member',
      { params: UserId, body: nothing, answer: members.UserInfo },
      unbuilt,
    ),
    call('POST /api/users/signin', 'public', { body: members.Credentials, answer: members.UserInfo }, unbuilt),
    call('POST /api/users/register', 'public', { body: members.Registration, answer: Message }, unbuilt),
    call('POST /api/users/password-recovery', 'public', { body: members.RecoveryRequest, answer: Message }, unbuilt),
    call('POST /api/users/password-replacement', 'public', { body: members.Replacement, answer: Message }, unbuilt),
    call('POST /api/users/newsletter', 'public', { body: Subscription, answer: Message }, unbuilt),
    call('POST /api/users/newsletterVerify', 'public', { body: Confirmation, answer: Confirmed }, unbuilt),
    call('POST /api/users/newsletterUpdate', 'member', { body: nothing, answer: Message }, unbuilt),
    call(
      'POST /api/users/verification/:id',
      'public',
      { params: LinkId, body: members.Verification, answer: VerifiedRecord },
      unbuilt,
    ),
    call('GET /api/users/sellers', 'public', { query: nothing, answer: z.array(members.PublicMember) }, unbuilt),
    call(
      'GET /api/config/google',
      'public',
      { query: nothing, answer: z.string() },
      async () => services.googleMapsKey,
    ),
    call('GET /api/products', 'public', { query: ListingQuery, answer: ListingPage }, listings.list),
    call(
      'GET /api/products/categories',
      'public',
      { query: nothing, answer: z.array(z.string()) },
      listings.categories,
    ),
    call('GET /api/products/:id', 'public', { params: Id, query: nothing, answer: Listing }, listings.get),
    call('POST /api/products', 'verified', { body: nothing, answer: OneListing }, unbuilt),
    call('PUT /api/products/:id', 'verified', { params: Id, body: ListingChange, answer: Listing }, unbuilt),
    call('DELETE /api/products/:id', 'verified', { params: Id, answer: Message }, unbuilt),
    call('POST /api/products/:id/reviews', 'verified', { params: Id, body: ReviewRequest, answer: OneReview }, unbuilt),
    call('POST /api/uploads/s3', 'member', { body: nothing, answer: z.string() }, unbuilt),
    call('POST /api/payment', 'verified', { body: orders.PaymentRequest, answer: orders.PaymentResult }, unbuilt),
    call('POST /api/orders', 'verified', { body: orders.OrderRequest, answer: OneOrder }, unbuilt),
    call('GET /api/orders/mine', 'member', { query: nothing, answer: Orders }, unbuilt),
    call('GET /api/orders', 'member', { query: OrderQuery, answer: Orders }, unbuilt),
    call('GET /api/orders/:id', 'member', { params: Id, query: nothing, answer: orders.OrderView }, unbuilt),
    call('PUT /api/orders/:id/pay', 'member', { params: Id, body: nothing, answer: Message }, unbuilt),
    call('PUT /api/orders/:id/deliver', 'member', { params: Id, body: nothing, answer: Message }, unbuilt),
    call('DELETE /api/orders/:id', 'admin', { params: Id, answer: Message }, unbuilt),
    call('POST /api/orders/mailing', 'member', { body: orders.SecondMail, answer: orders.MailingAnswer }, unbuilt),
    call(
      'POST /api/orders/notifications/',
      'member',
      { body: orders.OrderReference, answer: orders.MailingAnswer },
      unbuilt,
    ),
  ]
}
