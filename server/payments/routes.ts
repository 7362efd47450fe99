import type { Handlers } from '#server/http/call.ts'
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts'
import type { Services } from '#server/services.ts'

export const paymentRoutes = ({ payments }: Services) =>
  ({
    'POST /api/payment': ({ body, viewer, request }) => payments.pay(viewer, body, idempotencyKeyOf(request)),
  }) satisfies Partial<Handlers>
