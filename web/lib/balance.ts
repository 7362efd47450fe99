import { callInBackground } from '#web/client.ts'
import { browserStore } from '#web/lib/browser-store.ts'
import { findUserInfo } from '#web/lib/session/session.ts'

type Known = { memberId: string; balance: number }

// The last known balance, so that the header does not wait for the chain on every page.
export const knownBalance = browserStore<Known | null>('sessionStorage', 'saldo', null)

/** Stores a member's balance, unless another member has signed in in the meantime. */
export const storeBalance = (memberId: string, balance: number): void => {
  if (findUserInfo()?._id === memberId) knownBalance.write({ memberId, balance })
}

/** Reads the balance again; keeps the last known one if that fails. Unverified members have no wallet. */
export const refreshBalance = async (): Promise<void> => {
  const user = findUserInfo()
  if (!user?.verified) return
  const found = await callInBackground('GET /api/wallet/balance').catch(() => undefined)
  if (typeof found?.balance === 'number') storeBalance(user._id, found.balance)
}
