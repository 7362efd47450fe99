import { AppError, MESSAGES } from '#domain/errors.ts'
import type { Ask } from '#server/http/call.ts'
import type { PrivacyService } from '#server/privacy/service.ts'

export const privacyRoutes = (privacy: PrivacyService) => ({
  async exportOwn({ viewer, reply }: Ask<unknown>) {
    if (!viewer) throw new AppError('signedOut', MESSAGES.signedOut)
    const data = await privacy.exportOf(viewer)
    reply.headers({
      'content-disposition': 'attachment; filename="piazza-i-miei-dati.json"',
      'cache-control': 'no-store',
    })
    return data
  },
})
