import { z } from 'zod'

/** An entry of the consent log. */
export const ConsentView = z.object({ purpose: z.string(), textVersion: z.string(), event: z.string(), at: z.string() })
export type ConsentView = z.infer<typeof ConsentView>

/** An entry of the audit log about the member's own account. */
export const AuditView = z.object({ action: z.string(), at: z.string() })
export type AuditView = z.infer<typeof AuditView>

/** A mail server has refused the member's address for good. */
export const MailFailureView = z.object({ reason: z.string(), at: z.string() })
export type MailFailureView = z.infer<typeof MailFailureView>

/** What a member loses with the account; `val` is null while the balance cannot be read. */
export const ErasurePreview = z.object({ openRequests: z.number(), val: z.number().nullable() })
export type ErasurePreview = z.infer<typeof ErasurePreview>
