import type { FastifyReply } from 'fastify'
import { CURRENCY_MESSAGES } from '#domain/val/currency.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

const csvFile = (reply: FastifyReply, name: string): void => {
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
}

export const currencyRoutes = ({ figures, rounds }: Services) =>
  ({
    'GET /api/currency': () => figures.read(),
    'GET /api/currency/days.csv': ({ reply }) => {
      csvFile(reply, 'val-giorni')
      return figures.daysCsv()
    },
    'GET /api/currency/balances.csv': async ({ reply }) => {
      csvFile(reply, 'val-saldi')
      return figures.balancesCsv()
    },
    'GET /api/currency/rounds': ({ query }) => rounds.list(query.p),
    'POST /api/currency/rounds': ({ body, viewer }) => rounds.announce(body.date, viewer),
    'DELETE /api/currency/rounds/:date': async ({ params, viewer }) => {
      await rounds.cancel(params.date, viewer)
      return { message: CURRENCY_MESSAGES.roundCancelled }
    },
  }) satisfies Partial<Handlers>
