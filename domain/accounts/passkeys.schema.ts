import { z } from 'zod'
import { MAX_PASSWORD } from '#domain/accounts/members.ts'
import { MAX_PASSKEY_NAME, PASSKEY_MESSAGES } from '#domain/accounts/passkeys.ts'
import { line } from '#domain/base/text.ts'

const MAX_CREDENTIAL_ID = 1_400
const MAX_RESPONSE_FIELD = 8_000
const MAX_TRANSPORTS = 8

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)
const CredentialId = base64url(MAX_CREDENTIAL_ID)
const Transports = z.array(z.string().max(20)).max(MAX_TRANSPORTS)

/** The signature of a passkey, as browsers encode it. */
export const PasskeySignature = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(MAX_RESPONSE_FIELD),
    authenticatorData: base64url(MAX_RESPONSE_FIELD),
    signature: base64url(MAX_RESPONSE_FIELD),
    /** The member's id, if the authenticator returns it. */
    userHandle: base64url(100).nullish(),
  }),
})
export type PasskeySignature = z.output<typeof PasskeySignature>

const Password = z.string().max(MAX_PASSWORD).nullish()

/** Fields of calls that may require a proof: the password or a passkey. */
export const proofFields = { password: Password, passkey: PasskeySignature.nullish() }
export type Proof = z.output<z.ZodObject<typeof proofFields>>

/** The body of calls that always require a proof. */
export const RequiredProof = z
  .object(proofFields)
  .refine((proof) => typeof proof.password === 'string' || proof.passkey, {
    error: PASSKEY_MESSAGES.proofNeeded,
    path: ['password'],
  })

const PasskeyName = line(MAX_PASSKEY_NAME).refine((name) => name.length > 0, PASSKEY_MESSAGES.nameMissing)

/** A new passkey, as browsers encode it. */
export const NewPasskey = z.object({
  name: PasskeyName,
  passkey: z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(MAX_RESPONSE_FIELD),
      attestationObject: base64url(MAX_RESPONSE_FIELD),
      transports: Transports.nullish(),
    }),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

export const PasskeyChange = z.object({ name: PasskeyName })

export const PasskeyView = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Null if it was never used. */
  lastUsedAt: z.string().nullable(),
})
export type PasskeyView = z.infer<typeof PasskeyView>

/** `available` is false where the site's address does not allow passkeys. */
export const PasskeyList = z.object({ available: z.boolean(), passkeys: z.array(PasskeyView) })
export type PasskeyList = z.infer<typeof PasskeyList>

const CredentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** What the browser asks a passkey to sign. */
export const SignatureOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  allowCredentials: z.array(CredentialDescriptor).optional(),
  timeout: z.number(),
  userVerification: z.literal('required'),
})
export type SignatureOptions = z.infer<typeof SignatureOptions>

/** What the browser needs to create a passkey. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(CredentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof CreationOptions>
