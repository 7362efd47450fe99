import type { Handlers } from '#server/http/call.ts'
import { repeatKeyOf } from '#server/http/repeat-key.ts'
import type { PaymentsService } from '#server/payments/service.ts'

export type PaymentRouteParts = { payments: PaymentsService }

export const paymentRoutes = ({ payments }: PaymentRouteParts) =>
  ({
    'POST /api/payment': ({ body, viewer, request }) => payments.pay(viewer, body, repeatKeyOf(request)),
  }) satisfies Partial<Handlers>
