import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import type { Member } from '#domain/accounts/access.ts'
import type {
  CreationOptions,
  NewPasskey,
  PasskeySignature,
  SignatureOptions,
} from '#domain/accounts/passkeys.schema.ts'
import { CHALLENGE_MINUTES, PASSKEY_MESSAGES, type PasskeyPurpose, relyingPartyOf } from '#domain/accounts/passkeys.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { AppError } from '#domain/base/errors.ts'
import type { PasskeyAction } from '#server/accounts/passkeys/actions.ts'
import { isWithoutCertificates } from '#server/accounts/passkeys/attestation.ts'
import type { PasskeyRow, PasskeysStore } from '#server/accounts/passkeys/store.ts'
import type { Audit } from '#server/platform/audit.ts'
import { hashCode, newCode } from '#server/talk/mail/codes.ts'

const CHALLENGE_MS = CHALLENGE_MINUTES * 60 * 1000
// COSE algorithm ids: EdDSA, ES256, and RS256 for Windows Hello.
const ALGORITHMS = [-8, -7, -257]
// In bytes; an RSA key of 4,096 bits takes about 540.
const MAX_PUBLIC_KEY = 1024

type Parts = { store: PasskeysStore; audit: Audit; site: SiteSettings; now: () => Date }
export type PasskeyChecking = ReturnType<typeof makePasskeyChecking>

const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
})

/** The WebAuthn user handle: the member's id as 16 bytes. */
const handleOf = (memberId: string): Buffer => Buffer.from(memberId.replaceAll('-', ''), 'hex')

const challengeIn = (clientDataJSON: string): string | undefined => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Creates challenges for passkeys and verifies signatures and new credentials. */
export const makePasskeyChecking = ({ store, audit, site, now }: Parts) => {
  const relyingParty = () => {
    const found = relyingPartyOf(site.publicUrl)
    if (!found) throw new AppError('notFound', PASSKEY_MESSAGES.unavailable)
    return found
  }

  const newChallenge = async (purpose: PasskeyPurpose, memberId: string | null, subject = ''): Promise<string> => {
    const challenge = newCode()
    const expiresAt = new Date(now().getTime() + CHALLENGE_MS)
    await store.addChallenge(hashCode(challenge), { purpose, memberId, subject, expiresAt })
    return challenge
  }

  /** Deletes the signed challenge. Returns it if it matches the arguments and has not expired. */
  const takeChallenge = async (
    clientDataJSON: string,
    purpose: PasskeyPurpose,
    memberId: string | null,
    subject = '',
  ): Promise<string | undefined> => {
    const challenge = challengeIn(clientDataJSON)
    const row = challenge === undefined ? undefined : await store.takeChallenge(hashCode(challenge))
    const isForThis = row?.purpose === purpose && row.memberId === memberId && row.subject === subject
    return row && isForThis && row.expiresAt > now() ? challenge : undefined
  }

  const signatureOptions = (challenge: string, passkeys?: PasskeyRow[]): SignatureOptions => ({
    rpId: relyingParty().id,
    challenge,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(passkeys ? { allowCredentials: passkeys.map(descriptorOf) } : {}),
  })

  /** Returns the new counter, or undefined if the signature is not valid, for which the library throws. */
  const verifySignature = async (
    signature: PasskeySignature,
    { id: rpId, origin }: { id: string; origin: string },
    challenge: string,
    { credentialId, publicKey }: PasskeyRow,
  ): Promise<number | undefined> => {
    const { userHandle, ...response } = signature.response
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...signature, response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        // 0, because recordUse refuses a counter that has not grown, also among concurrent requests.
        credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      })
      return verified ? authenticationInfo.newCounter : undefined
    } catch {
      return undefined
    }
  }

  /** Returns the passkey that signed the challenge, or undefined if the signature is not valid. */
  const findSigner = async (signature: PasskeySignature, challenge: string): Promise<PasskeyRow | undefined> => {
    const party = relyingParty()
    const passkey = await store.findByCredential(signature.id)
    if (!passkey) return undefined
    const { userHandle } = signature.response
    if (userHandle && !Buffer.from(userHandle, 'base64url').equals(handleOf(passkey.memberId))) return undefined
    const counter = await verifySignature(signature, party, challenge, passkey)
    if (counter === undefined) return undefined
    if (await store.recordUse(passkey.id, counter, now())) return passkey
    await audit.record({ actor: passkey.memberId, action: 'passkey.replayed', subject: passkey.memberId })
    return undefined
  }

  return {
    isAvailable: (): boolean => relyingPartyOf(site.publicUrl) !== null,

    /** Names no credentials: the member is not known before the sign-in. */
    async signInOptions(): Promise<SignatureOptions> {
      relyingParty()
      return signatureOptions(await newChallenge('signin', null))
    },

    /** Returns the id of the member that signs in. */
    async checkSignIn(signature: PasskeySignature): Promise<string | undefined> {
      const challenge = await takeChallenge(signature.response.clientDataJSON, 'signin', null)
      return challenge === undefined ? undefined : (await findSigner(signature, challenge))?.memberId
    },

    /** Returns the member's passkeys; throws if there are none. */
    async usable(memberId: string): Promise<PasskeyRow[]> {
      relyingParty()
      const passkeys = await store.of(memberId)
      if (passkeys.length === 0) throw new AppError('conflict', PASSKEY_MESSAGES.none)
      return passkeys
    },

    /** Options for a confirmation with one of the given passkeys. */
    async confirmationOptions(
      memberId: string,
      passkeys: PasskeyRow[],
      { purpose, subject }: PasskeyAction,
    ): Promise<SignatureOptions> {
      return signatureOptions(await newChallenge(purpose, memberId, subject), passkeys)
    },

    /** Throws unless a passkey of the member has signed exactly this action. */
    async check(memberId: string, signature: PasskeySignature, { purpose, subject }: PasskeyAction): Promise<void> {
      const challenge = await takeChallenge(signature.response.clientDataJSON, purpose, memberId, subject)
      const signer = challenge === undefined ? undefined : await findSigner(signature, challenge)
      if (signer?.memberId !== memberId) throw new AppError('forbidden', PASSKEY_MESSAGES.notConfirmed)
    },

    async creationOptions(member: Member): Promise<CreationOptions> {
      const { id } = relyingParty()
      const passkeys = await store.of(member.id)
      return {
        rp: { id, name: site.associationName },
        user: {
          id: handleOf(member.id).toString('base64url'),
          name: member.username,
          displayName: member.username,
        },
        challenge: await newChallenge('add', member.id),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
        timeout: CHALLENGE_MS,
        excludeCredentials: passkeys.map(descriptorOf),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      }
    },

    /** Returns the new credential; throws unless its device has signed a challenge made for this member. */
    async checkNew(
      memberId: string,
      { id, rawId, type, response }: NewPasskey['passkey'],
    ): Promise<WebAuthnCredential> {
      const { id: rpId, origin } = relyingParty()
      const refusal = new AppError('invalid', PASSKEY_MESSAGES.notAdded)
      const challenge = await takeChallenge(response.clientDataJSON, 'add', memberId)
      if (challenge === undefined) throw refusal
      const transports = response.transports ?? []
      try {
        if (!isWithoutCertificates(response.attestationObject)) throw refusal
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { id, rawId, type, response: { ...response, transports }, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        const credential = registrationInfo?.credential
        if (!verified || !credential || credential.publicKey.length > MAX_PUBLIC_KEY) throw refusal
        return { ...credential, transports }
      } catch {
        throw refusal
      }
    },
  }
}
