import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf, stubWindow } from '#test/browser-window.ts'
import { knownBalance, refreshBalance } from '#web/lib/balance.ts'
import { storeUserInfo } from '#web/lib/session/session.ts'

beforeEach(stubWindow)
afterEach(() => vi.unstubAllGlobals())

test('a balance that arrives after another member has signed in is not theirs', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ balance: 12 }))
  storeUserInfo(sessionOf('rosa'))
  await refreshBalance()
  expect(knownBalance.read()).toEqual({ memberId: 'rosa', balance: 12 })

  vi.stubGlobal('fetch', async () => Response.json({ balance: 7 }))
  const refreshing = refreshBalance()
  storeUserInfo(sessionOf('ugo'))
  await refreshing
  expect(knownBalance.read()).toEqual({ memberId: 'rosa', balance: 12 })
})

test('an unverified member has no wallet to ask about', async () => {
  const fetched = vi.fn(async () => Response.json({ balance: 12 }))
  vi.stubGlobal('fetch', fetched)
  storeUserInfo({ ...sessionOf('nina'), verified: false })
  await refreshBalance()
  expect(fetched).not.toHaveBeenCalled()
})
