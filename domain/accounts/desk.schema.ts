import { z } from 'zod'
import { PIN_DIGITS, PIN_PATTERN } from '#domain/accounts/desk.ts'
import { UserInfo, Username } from '#domain/accounts/members.schema.ts'
import { MAX_NAME, MAX_USERNAME } from '#domain/accounts/members.ts'
import { Phone } from '#domain/accounts/phone.schema.ts'
import { line } from '#domain/base/text.ts'

const Pin = z.string().regex(new RegExp(`^${PIN_PATTERN}$`), `Il PIN ha ${PIN_DIGITS} cifre.`)
const RequiredName = line(MAX_NAME).refine((name) => name !== '', 'Scrivi nome e cognome.')

/** Registers a person without e-mail at the desk. */
export const DeskRegistration = z.object({
  username: Username,
  name: RequiredName,
  surname: RequiredName,
  phone: z.preprocess((value: string | null | undefined) => value ?? '', Phone),
  pin: Pin,
})
export type DeskRegistration = z.output<typeof DeskRegistration>

export const DeskCard = z.object({ _id: z.string(), username: z.string(), name: z.string(), card: z.string() })
export type DeskCard = z.infer<typeof DeskCard>

export const NewPin = z.object({ pin: Pin })
export const DeskCodeRequest = z.object({ username: line(MAX_USERNAME) })
export const DeskCode = z.object({ code: z.string(), expiresAt: z.string() })

/** Begins a session for a member who is present: with the member's one-time code, or with card and PIN. */
export const DeskSessionRequest = z.union([
  z.object({ username: line(MAX_USERNAME), code: line(40) }),
  z.object({ card: line(40), pin: Pin }),
])
export type DeskSessionRequest = z.output<typeof DeskSessionRequest>

/** The member's session, with the username of the acting volunteer and the time it ends. */
export const DeskSession = UserInfo.extend({ actingUntil: z.string(), actor: z.string() })
export type DeskSession = z.infer<typeof DeskSession>

export const DeskReceipt = z.object({
  member: z.string(),
  volunteer: z.string(),
  until: z.string(),
  acts: z.array(z.object({ at: z.string(), text: z.string() })),
})
export type DeskReceipt = z.infer<typeof DeskReceipt>
