import { CURRENCY_MESSAGES } from '#domain/val/currency.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const currencyRoutes = ({ figures, rounds }: Services) =>
  ({
    'GET /api/currency': () => figures.read(),
    'GET /api/currency/events.csv': async ({ reply }) => {
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="val-eventi.csv"')
      return figures.eventsCsv()
    },
    'GET /api/currency/rounds': ({ query }) => rounds.list(query.p),
    'POST /api/currency/rounds': ({ body, viewer }) => rounds.announce(body.date, viewer),
    'DELETE /api/currency/rounds/:date': async ({ params, viewer }) => {
      await rounds.cancel(params.date, viewer)
      return { message: CURRENCY_MESSAGES.roundCancelled }
    },
  }) satisfies Partial<Handlers>
