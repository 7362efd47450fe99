import type { PasskeyPurpose } from '#domain/accounts/passkeys.ts'
import type { Hundredths } from '#domain/base/money.ts'

/** What a passkey confirms. A signature is valid only for this purpose and subject. */
export type PasskeyAction = { purpose: Exclude<PasskeyPurpose, 'signin' | 'add'>; subject: string }

export const paymentAction = (payeeId: string, amount: Hundredths): PasskeyAction => ({
  purpose: 'payment',
  subject: `${payeeId} ${amount}`,
})

export const SECRET_ACTION: PasskeyAction = { purpose: 'secret', subject: '' }

export const removeAction = (passkeyId: string): PasskeyAction => ({ purpose: 'remove', subject: passkeyId })
