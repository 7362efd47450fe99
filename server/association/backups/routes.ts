import { ENCRYPTED_SUFFIX } from '#domain/association/backups.ts'
import { nameOf } from '#server/association/backups/retention.ts'
import type { makeBackupDownload } from '#server/association/backups/service.ts'
import type { Handlers } from '#server/platform/http/call.ts'

export type BackupRouteParts = { downloadBackup: ReturnType<typeof makeBackupDownload> }

export const backupRoutes = ({ downloadBackup }: BackupRouteParts) =>
  ({
    'POST /api/backups': async ({ viewer, body, reply }) => {
      const backup = await downloadBackup(viewer, body)
      const name = `${nameOf(new Date())}${ENCRYPTED_SUFFIX}`
      reply.type('application/octet-stream').header('content-disposition', `attachment; filename="${name}"`)
      return backup
    },
  }) satisfies Partial<Handlers>
