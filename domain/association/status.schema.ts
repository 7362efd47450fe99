import { z } from 'zod'

const Part = z.object({
  ok: z.boolean(),
  /** Empty while it works. */
  error: z.string(),
  /** When a check first found it down; checks run every minute. */
  downSince: z.string().nullable(),
})
export type PartStatus = z.infer<typeof Part>

export const Status = z.object({
  version: z.string(),
  at: z.string(),
  database: Part,
  chain: Part.extend({
    /** Whether no other program on the machine of the server can reach the embedded chain. */
    isolated: z.boolean(),
  }),
  mail: Part.extend({
    /** False without an SMTP server: mails stay in the local mailbox. */
    configured: z.boolean(),
    waiting: z.number(),
    /** When the oldest waiting mail was written. */
    oldest: z.string().nullable(),
    givenUp: z.number(),
    /** Newest first. */
    lastErrors: z.array(z.object({ at: z.string(), message: z.string() })),
  }),
  inbox: Part.extend({
    /** False where members cannot answer mails. */
    configured: z.boolean(),
    /** Received and not read yet. */
    waiting: z.number(),
    /** Since when the oldest of them waits. */
    oldest: z.string().nullable(),
    /** When the last mail arrived. */
    last: z.string().nullable(),
    /** Replies that wait for their author's confirmation. */
    asked: z.number(),
  }),
  storage: Part,
  jobs: Part.extend({
    /** Due and not yet begun. */
    waiting: z.number(),
    oldest: z.string().nullable(),
    /** When any regular job was last due and added. */
    lastRun: z.string().nullable(),
    failing: z.array(z.object({ name: z.string(), attempts: z.number(), error: z.string() })),
  }),
  disk: Part.extend({
    /** Of the disk of DATA_DIR, in bytes. */
    free: z.number(),
    size: z.number(),
  }),
  backup: Part.extend({
    /** When the last one was made; null before the first. */
    at: z.string().nullable(),
    /** Whether Piazza makes one every night by itself. */
    nightly: z.boolean(),
  }),
})
export type Status = z.infer<typeof Status>
