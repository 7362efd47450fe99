import { z } from 'zod'
import { IMPORT_FIELDS, MAX_IMPORT_CSV } from '#domain/accounts/member-import.ts'
import { Password } from '#domain/accounts/members.schema.ts'

export const MemberImport = z.object({
  csv: z.string().max(MAX_IMPORT_CSV, 'Il file è troppo grande: dividilo.'),
  /** Column headings by field, for headings that are not recognised. */
  mapping: z.partialRecord(z.enum(IMPORT_FIELDS), z.string().max(200)).optional(),
  dryRun: z.boolean().default(false),
})
export type MemberImport = z.output<typeof MemberImport>

/** `rows` counts people. Nothing is stored if there are errors. Row 1 is the header. */
export const MemberImportResult = z.object({
  rows: z.number(),
  errors: z.array(z.object({ row: z.number(), message: z.string() })),
  /** The headings of the file, and which of them are used. */
  columns: z.array(z.string()),
  mapping: z.partialRecord(z.enum(IMPORT_FIELDS), z.string()),
})
export type MemberImportResult = z.infer<typeof MemberImportResult>

/** An invited person chooses a password and accepts the terms. */
export const InvitationAcceptance = z.object({
  password: Password,
  terms: z.literal(true, 'Per entrare accetta le condizioni d’uso.'),
})
export const AcceptedInvitation = z.object({ message: z.string(), email: z.string() })
