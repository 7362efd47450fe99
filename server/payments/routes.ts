import type { Handlers } from '#server/http/call.ts'
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts'
import type { PaymentsService } from '#server/payments/service.ts'

export type PaymentRouteParts = { payments: PaymentsService }

export const paymentRoutes = ({ payments }: PaymentRouteParts) =>
  ({
    'POST /api/payment': ({ body, viewer, request }) => payments.pay(viewer, body, idempotencyKeyOf(request)),
  }) satisfies Partial<Handlers>
