import { z } from 'zod'
import { PIN_DIGITS, PIN_PATTERN } from '#domain/accounts/desk.ts'
import { UserInfo, Username } from '#domain/accounts/members.schema.ts'
import { MAX_NAME, MAX_USERNAME } from '#domain/accounts/members.ts'
import { Phone } from '#domain/accounts/phone.schema.ts'
import { isTrivialPin, PIN_TRIVIAL } from '#domain/accounts/pins.ts'
import { pageNumber } from '#domain/base/query-parameters.ts'
import { line } from '#domain/base/text.ts'
import { NOTICE_KINDS } from '#domain/talk/notices.ts'

const Pin = z.string().regex(new RegExp(`^${PIN_PATTERN}$`), `Il PIN ha ${PIN_DIGITS} cifre.`)
const ChosenPin = Pin.refine((pin) => !isTrivialPin(pin), PIN_TRIVIAL)
const RequiredName = line(MAX_NAME).refine((name) => name !== '', 'Scrivi nome e cognome.')

/** Registers a person without e-mail at the desk. */
export const DeskRegistration = z.object({
  username: Username,
  name: RequiredName,
  surname: RequiredName,
  phone: z.preprocess((value: string | null | undefined) => value ?? '', Phone),
  pin: ChosenPin,
})
export type DeskRegistration = z.output<typeof DeskRegistration>

export const DeskCard = z.object({ _id: z.string(), username: z.string(), name: z.string(), card: z.string() })
export type DeskCard = z.infer<typeof DeskCard>

export const NewPin = z.object({ pin: ChosenPin })
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
  /** In VAL; null while the chain does not answer, or without a wallet. */
  balance: z.number().nullable(),
  acts: z.array(z.object({ at: z.string(), text: z.string() })),
})
export type DeskReceipt = z.infer<typeof DeskReceipt>

export const DeskNewsQuery = z.object({ p: pageNumber })
/** Members without e-mail who have not seen something yet, longest waiting first; without what it says. */
export const DeskNews = z.object({
  people: z.array(
    z.object({
      _id: z.string(),
      username: z.string(),
      name: z.string(),
      phone: z.string(),
      since: z.string(),
      news: z.array(z.object({ kind: z.enum(NOTICE_KINDS), count: z.number() })),
    }),
  ),
  pages: z.number(),
})
export type DeskNews = z.infer<typeof DeskNews>
