import { z } from 'zod'
import { MAX_PASSWORD } from '#domain/accounts/members.ts'
import { MAX_PASSPHRASE, MIN_PASSPHRASE, PASSPHRASE_TOO_SHORT } from '#domain/association/backups.ts'

/** A backup encrypted with the passphrase, confirmed with the admin's password. */
export const BackupRequest = z.object({
  passphrase: z.string().min(MIN_PASSPHRASE, PASSPHRASE_TOO_SHORT).max(MAX_PASSPHRASE),
  password: z.string().max(MAX_PASSWORD),
})
export type BackupRequest = z.output<typeof BackupRequest>
