import type { PaymentRequest } from '#domain/orders.schema.ts'
import type { Ask } from '#server/http/call.ts'
import { repeatKeyOf } from '#server/http/repeat-key.ts'
import { memberIn } from '#server/http/viewer.ts'
import type { PaymentsService } from '#server/payments/service.ts'

export const paymentRoutes = (payments: PaymentsService) => ({
  pay: (ask: Ask<{ body: PaymentRequest }>) => payments.pay(memberIn(ask), ask.body, repeatKeyOf(ask.request)),
})
