import type { UnclaimedPayment } from '#domain/exchange/orders.schema.ts'
import { call } from '#web/client.ts'

/** Payments without a request. There are rarely any, so a failure to load them must not hide the page. */
export const loadUnclaimedPayments = (): Promise<UnclaimedPayment[]> => call('GET /api/payments/alone').catch(() => [])
