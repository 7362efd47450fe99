import type { UserInfo } from '#domain/accounts/members.schema.ts'
import type { PasskeySignature, PasskeyView } from '#domain/accounts/passkeys.schema.ts'
import { relyingPartyOf } from '#domain/accounts/passkeys.ts'
import type { Sent } from '#domain/calls.ts'
import { call, callAsVisitor } from '#web/client.ts'
import { useSite } from '#web/lib/site.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'

const CANCELLED = 'La passkey non ha confermato: hai annullato, o su questo dispositivo non c’è.'
const ALREADY_HERE = 'Su questo dispositivo hai già una passkey.'

/** Whether this browser can use passkeys at this address; false until hydrated. */
export const usePasskeySupport = (): boolean => {
  const isHydrated = useHydrated()
  const site = useSite()
  if (!isHydrated || !site) return false
  return 'PublicKeyCredential' in window && relyingPartyOf(site.publicUrl)?.origin === window.location.origin
}

// Loaded on first use.
const loadLibrary = () => import('@simplewebauthn/browser')

/** Browsers give no reason for most failures, so all but one get the same message. */
const explain = (error: unknown): never => {
  throw new Error((error as Error).name === 'InvalidStateError' ? ALREADY_HERE : CANCELLED, { cause: error })
}

export const signInWithPasskey = async (): Promise<UserInfo> => {
  const { startAuthentication } = await loadLibrary()
  const optionsJSON = await callAsVisitor('POST /api/passkeys/signin/options')
  const body = await startAuthentication({ optionsJSON }).catch(explain)
  return callAsVisitor('POST /api/passkeys/signin', { body })
}

export type PasskeyQuestion = Sent<'POST /api/passkeys/confirmation', 'body'>

/** Asks one of the member's passkeys to confirm a payment, the display of the wallet's secret, or a change. */
export const askPasskey = async (question: PasskeyQuestion): Promise<PasskeySignature> => {
  const { startAuthentication } = await loadLibrary()
  const optionsJSON = await call('POST /api/passkeys/confirmation', { body: question })
  return startAuthentication({ optionsJSON }).catch(explain)
}

export const addPasskey = async ({ name, password }: { name: string; password: string }): Promise<PasskeyView> => {
  const { startRegistration } = await loadLibrary()
  const optionsJSON = await call('POST /api/passkeys/options', { body: { password } })
  const passkey = await startRegistration({ optionsJSON }).catch(explain)
  return call('POST /api/passkeys', { body: { name, passkey } })
}
