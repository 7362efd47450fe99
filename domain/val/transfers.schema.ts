import { z } from 'zod'
import { type Proof, proofFields } from '#domain/accounts/passkeys.schema.ts'
import { Amount } from '#domain/base/amounts.schema.ts'
import { emptyAsMissing, pageNumber } from '#domain/base/query-parameters.ts'
import { line } from '#domain/base/text.ts'
import { MAX_NOTE, MAX_RECIPIENT, PAYMENT_STATUSES, VAL_REQUEST_STATES } from '#domain/val/transfers.ts'

export const RecipientText = line(MAX_RECIPIENT)
export const Note = z.preprocess((value: string | null | undefined) => value ?? '', line(MAX_NOTE))

/** `to` is a username or an account. */
export const TransferToMember = z.object({
  to: RecipientText,
  amount: Amount,
  note: Note.optional(),
  ...proofFields,
})
export type TransferToMember = z.output<typeof TransferToMember>

/** Repeating the request with the same idempotency key returns the same transfer. Status 202 while it is pending. */
export const TransferResult = z.object({
  _id: z.string(),
  status: z.enum(['confirmed', 'pending']),
  /** Empty until the transaction is signed. */
  transactionHash: z.string(),
  /** The username. */
  to: z.string(),
  amount: z.number(),
  note: z.string(),
})
export type TransferResult = z.infer<typeof TransferResult>

/** `from` is the username or the account of the payer. */
export const NewValRequest = z.object({ from: RecipientText, amount: Amount, note: Note.optional() })
export type NewValRequest = z.output<typeof NewValRequest>

export const ValRequestView = z.object({
  _id: z.string(),
  /** Usernames of the payer and of the payee. */
  from: z.string(),
  to: z.string(),
  /** Their names on the site. */
  fromName: z.string(),
  toName: z.string(),
  amount: z.number(),
  note: z.string(),
  state: z.enum(VAL_REQUEST_STATES),
  /** Whether the transfer that pays it is not final yet. */
  arriving: z.boolean(),
  /** Whether an ended request was withdrawn by its asker. */
  withdrawn: z.boolean(),
  createdAt: z.string(),
  endsAt: z.string(),
})
export type ValRequestView = z.infer<typeof ValRequestView>

export const ValRequestQuery = z.object({ p: pageNumber })
export const ValRequestPage = z.object({ requests: z.array(ValRequestView), page: z.number(), pages: z.number() })
export type ValRequestPage = z.infer<typeof ValRequestPage>

/** The body may be missing. */
export const OptionalProof = z.preprocess((value: Proof | null | undefined) => value ?? {}, z.object(proofFields))

export const RecipientName = z.object({ username: z.string().min(1).max(MAX_RECIPIENT) })
/** The member who is about to be paid. */
export const Recipient = z.object({
  username: z.string(),
  name: z.string(),
  logo: z.string(),
  createdAt: z.string(),
  isSelf: z.boolean(),
})
export type Recipient = z.infer<typeof Recipient>

export const PayeeQuery = z.object({ q: emptyAsMissing(line(MAX_RECIPIENT).default('')) })
/** People to pay or to ask, recent ones first; without `q` only these. */
export const PayeeSuggestions = z.object({
  people: z.array(Recipient.pick({ username: true, name: true, logo: true })),
})
export type PayeeSuggestions = z.infer<typeof PayeeSuggestions>

/** A transfer between members in the export of one's own data. */
export const TransferExport = z.object({
  at: z.string(),
  direction: z.enum(['out', 'in']),
  amount: z.number(),
  note: z.string(),
  status: z.enum(PAYMENT_STATUSES),
})
export type TransferExport = z.infer<typeof TransferExport>

/** Repeating the request with the same idempotency key returns the current state. Status 202 while it is pending. */
export const PaymentResult = z.object({
  _id: z.string(),
  status: z.enum(['confirmed', 'pending']),
  /** Empty until the transaction is signed. */
  transactionHash: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.number(),
})
export type PaymentResult = z.infer<typeof PaymentResult>

/** Without the accounts and the hash, which only the call of the specification answers. */
export const RequestPaymentResult = PaymentResult.omit({ transactionHash: true, from: true, to: true })
