import type { FastifyReply } from 'fastify'
import type { Member } from '#domain/accounts/access.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

const csvFile =
  (name: string, exportTable: (viewer: Member) => Promise<AsyncIterable<string>>) =>
  ({ viewer, reply }: { viewer: Member; reply: FastifyReply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
    return exportTable(viewer)
  }

export const exportRoutes = ({ exports }: Services) =>
  ({
    'GET /api/export/members.csv': csvFile('utenti', exports.members),
    'GET /api/export/listings.csv': csvFile('annunci', exports.listings),
    'GET /api/export/orders.csv': csvFile('richieste', exports.orders),
    'GET /api/export/movements.csv': csvFile('movimenti-val', exports.movements),
  }) satisfies Partial<Handlers>
