import { z } from 'zod'
import {
  ListingChange,
  ListingDetail,
  ListingPage,
  ListingQuery,
  OwnListing,
  ReviewView,
} from '#domain/listings.schema.ts'
import * as members from '#domain/members.schema.ts'
import { Confirmation, Confirmed, Subscription } from '#domain/newsletter.schema.ts'
import * as orders from '#domain/orders.schema.ts'
import { ReviewRequest } from '#domain/reviews.schema.ts'
import { type Call, call, nothing } from '#server/http/call.ts'
import type { Limits } from '#server/limits/service.ts'
import type { ListingEditor } from '#server/listings/editing.ts'
import { listingRoutes } from '#server/listings/routes.ts'
import type { ListingsService } from '#server/listings/service.ts'
import { memberRoutes } from '#server/members/routes.ts'
import type { MembersService } from '#server/members/service.ts'
import { newsletterRoutes } from '#server/newsletter/routes.ts'
import type { Newsletter } from '#server/newsletter/service.ts'
import type { OrderDesk } from '#server/orders/routes.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import type { PaymentsService } from '#server/payments/service.ts'
import { reviewRoutes } from '#server/reviews/routes.ts'
import type { ReviewWriting } from '#server/reviews/writing.ts'
import { uploadRoutes } from '#server/uploads/routes.ts'
import type { UploadsService } from '#server/uploads/service.ts'

export type ApiServices = OrderDesk & {
  listings: ListingsService
  listingEditor: ListingEditor
  reviewWriting: ReviewWriting
  uploads: UploadsService
  members: MembersService
  payments: PaymentsService
  newsletter: Newsletter
  limits: Limits
  googleMapsKey: string
}

const Id = z.object({ id: z.uuid() })
const UserId = z.object({ userId: z.uuid() })
const LinkId = z.object({ id: z.string() })
const Message = z.object({ message: z.string() })
const AnyMember = z.union([members.FullMember, members.PublicMember])
const Orders = z.array(orders.OrderView)
const OneListing = z.object({ product: OwnListing })
const OneOrder = z.object({ order: orders.OrderView })
const OneReview = z.object({ review: ReviewView })

/** The calls of the specification's section 7, in its order. */
export const apiCalls = (services: ApiServices): Call[] => {
  const listings = listingRoutes(services.listings, services.listingEditor)
  const accounts = memberRoutes(services.members)
  const newsletter = newsletterRoutes(services)
  const reviews = reviewRoutes(services.reviewWriting)
  const uploads = uploadRoutes(services.uploads)
  const payments = paymentRoutes(services.payments)
  const desk = orderRoutes(services)
  return [
    call('GET /api/users/:id', 'public', { params: Id, query: nothing, answer: AnyMember }, accounts.get),
    call('GET /api/users', 'admin', { query: members.MemberQuery, answer: z.array(members.FullMember) }, accounts.list),
    call(
      'PUT /api/users/:id',
      'admin',
      { params: Id, body: members.MemberChange, answer: members.FullMember },
      accounts.edit,
    ),
    call('DELETE /api/users/:id', 'admin', { params: Id, answer: Message }, accounts.remove),
    call(
      'PUT /api/users/profile',
      'member',
      { body: members.ProfileChange, answer: members.UserInfo },
      accounts.changeProfile,
    ),
    call(
      'PUT /api/users/upgrade/:userId',
      'member',
      { params: UserId, body: nothing, answer: members.UserInfo },
      accounts.upgrade,
    ),
    call('POST /api/users/signin', 'public', { body: members.Credentials, answer: members.UserInfo }, accounts.signIn),
    call('POST /api/users/register', 'public', { body: members.Registration, answer: Message }, accounts.register),
    call(
      'POST /api/users/password-recovery',
      'public',
      { body: members.RecoveryRequest, answer: Message },
      accounts.recover,
    ),
    call(
      'POST /api/users/password-replacement',
      'public',
      { body: members.Replacement, answer: Message },
      accounts.replacePassword,
    ),
    call('POST /api/users/newsletter', 'public', { body: Subscription, answer: Message }, newsletter.subscribe),
    call('POST /api/users/newsletterVerify', 'public', { body: Confirmation, answer: Confirmed }, newsletter.confirm),
    call('POST /api/users/newsletterUpdate', 'member', { body: nothing, answer: Message }, newsletter.update),
    call(
      'POST /api/users/verification/:id',
      'public',
      { params: LinkId, body: members.Verification, answer: members.VerifiedRecord },
      accounts.verify,
    ),
    call(
      'GET /api/users/sellers',
      'public',
      { query: nothing, answer: z.array(members.PublicMember), kept: true },
      accounts.sellers,
    ),
    call(
      'GET /api/config/google',
      'public',
      { query: nothing, answer: z.string() },
      async () => services.googleMapsKey,
    ),
    call('GET /api/products', 'public', { query: ListingQuery, answer: ListingPage, kept: true }, listings.list),
    call(
      'GET /api/products/categories',
      'public',
      { query: nothing, answer: z.array(z.string()), kept: true },
      listings.categories,
    ),
    call(
      'GET /api/products/:id',
      'public',
      { params: Id, query: nothing, answer: ListingDetail, kept: true },
      listings.get,
    ),
    call('POST /api/products', 'verified', { body: nothing, answer: OneListing }, listings.create),
    call('PUT /api/products/:id', 'verified', { params: Id, body: ListingChange, answer: OwnListing }, listings.change),
    call('DELETE /api/products/:id', 'verified', { params: Id, answer: Message }, listings.remove),
    call(
      'POST /api/products/:id/reviews',
      'verified',
      { params: Id, body: ReviewRequest, answer: OneReview },
      reviews.write,
    ),
    call('POST /api/uploads/s3', 'verified', { body: nothing, form: true, answer: z.string() }, uploads.put),
    call('POST /api/payment', 'verified', { body: orders.PaymentRequest, answer: orders.PaymentResult }, payments.pay),
    call('POST /api/orders', 'verified', { body: orders.OrderRequest, answer: OneOrder }, desk.place),
    call('GET /api/orders/mine', 'member', { query: orders.OrderPageQuery, answer: Orders }, desk.mine),
    call('GET /api/orders', 'member', { query: orders.OrderQuery, answer: Orders }, desk.list),
    call('GET /api/orders/:id', 'member', { params: Id, query: nothing, answer: orders.OrderView }, desk.get),
    call('PUT /api/orders/:id/pay', 'member', { params: Id, body: nothing, answer: Message }, desk.pay),
    call('PUT /api/orders/:id/deliver', 'member', { params: Id, body: nothing, answer: Message }, desk.deliver),
    call('DELETE /api/orders/:id', 'admin', { params: Id, answer: Message }, desk.remove),
    call('POST /api/orders/mailing', 'member', { body: orders.SecondMail, answer: orders.MailingAnswer }, desk.write),
    call(
      'POST /api/orders/notifications/',
      'member',
      { body: orders.OrderReference, answer: orders.MailingAnswer },
      desk.notify,
    ),
  ]
}
