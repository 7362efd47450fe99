import type { FastifyReply } from 'fastify'
import type { Handlers } from '#server/http/call.ts'
import type { Services } from '#server/services.ts'

const asFile = (reply: FastifyReply, name: string) => {
  reply.type('text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${name}.csv"`)
}

export const exportRoutes = ({ exports }: Services) =>
  ({
    'GET /api/export/members.csv': ({ viewer, reply }) => {
      asFile(reply, 'utenti')
      return exports.members(viewer)
    },
    'GET /api/export/listings.csv': ({ viewer, reply }) => {
      asFile(reply, 'annunci')
      return exports.listings(viewer)
    },
    'GET /api/export/orders.csv': ({ viewer, reply }) => {
      asFile(reply, 'richieste')
      return exports.orders(viewer)
    },
    'GET /api/export/movements.csv': ({ viewer, reply }) => {
      asFile(reply, 'movimenti-val')
      return exports.movements(viewer)
    },
  }) satisfies Partial<Handlers>
