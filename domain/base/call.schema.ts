import { z } from 'zod'

/** Who may make a call; permissions on rows are the `can…` predicates. */
export type Audience = 'public' | 'member' | 'verified' | 'moderator' | 'desk' | 'admin'

type Signature = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`

export type CallShape = {
  audience: Audience
  /** Path parameters. */
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** Responses to requests without a token are cached until public data changes. */
  cached?: true
  /** Responds with 202 while the request is stored but not yet carried out. */
  pending?: true
  /** The body is multipart/form-data; the handler reads it. */
  form?: true
  /** The largest body, if it is more than usual. */
  bodyBytes?: number
  /** The handler returns the content in chunks, which are sent as they arrive. */
  streamed?: true
  /** A write that changes no public data: cached responses stay valid. */
  keepsCache?: true
  /** The response stays open: no timeout. */
  eventStream?: true
  /** Allowed while the desk acts for a member; public reads always are. */
  atDesk?: true
  /** Allowed to suspended members, who otherwise can only read. */
  whileSuspended?: true
  /** The path contains a secret and must not be logged. */
  secret?: true
}

/** Keys in the order of CallShape. */
export type CallList = Record<Signature, CallShape>

// Parts that many calls have.
export const Id = z.object({ id: z.uuid() })
export const ListingId = z.object({ listingId: z.uuid() })
export const UserId = z.object({ userId: z.uuid() })
export const MailLinkToken = z.object({ id: z.string() })
export const Code = z.object({ code: z.string() })
export const Message = z.object({ message: z.string() })
export const TextStream = z.custom<AsyncIterable<string>>()
export const ByteStream = z.custom<AsyncIterable<Uint8Array>>()
