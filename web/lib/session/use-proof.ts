import { useEffect, useState } from 'react'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import { ApiError, callInBackground } from '#web/client.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { askPasskey, type PasskeyQuestion, usePasskeySupport } from '#web/lib/session/passkeys.ts'

type Method = 'passkey' | 'password'

/** Whether the server refuses to send VAL without a proof. */
export const isProofNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.message === TRANSFER_MESSAGES.passwordNeeded

/** How a member confirms their identity: with a passkey, or with the password if they have none or prefer it. */
export const useProof = (isNeeded: boolean) => {
  const isSupported = usePasskeySupport()
  const [method, setMethod] = useState<Method>()
  useEffect(() => {
    if (!isNeeded) return
    if (!isSupported || isActing()) return setMethod('password')
    callInBackground('GET /api/passkeys')
      .then(({ passkeys }) => setMethod(passkeys.length > 0 ? 'passkey' : 'password'))
      .catch(() => setMethod('password'))
  }, [isNeeded, isSupported])
  const prove = async (question: PasskeyQuestion, data: FormData): Promise<Proof> => {
    if (method === 'passkey') return { passkey: await askPasskey(question) }
    return { password: String(data.get('password') ?? '') }
  }
  return {
    /** Undefined if no proof is needed, or while the method is not known yet. */
    method: isNeeded ? method : undefined,
    prove,
    choosePassword: () => setMethod('password'),
  }
}
