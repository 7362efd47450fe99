import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf, stubWindow } from '#test/browser-window.ts'
import { isActing, startActing, stopActing } from '#web/lib/session/acting.ts'
import { findUserInfo, memberKey, storeUserInfo, UNSAVED_LISTINGS } from '#web/lib/session/session.ts'

beforeEach(stubWindow)
afterEach(() => vi.unstubAllGlobals())

const unsavedOf = (id: string) => window.localStorage.getItem(memberKey(UNSAVED_LISTINGS, id))

test('acting that ends in two tabs at once removes the unsaved listings of the member, and none of the volunteer', () => {
  for (const id of ['volunteer', 'rosa']) window.localStorage.setItem(memberKey(UNSAVED_LISTINGS, id), '[]')
  storeUserInfo(sessionOf('volunteer'))
  startActing({ until: '2026-11-20T10:00:00Z', user: sessionOf('rosa') })
  expect(findUserInfo()?._id).toBe('rosa')
  stopActing()
  stopActing()
  expect(isActing()).toBe(false)
  expect(findUserInfo()?._id).toBe('volunteer')
  expect(unsavedOf('rosa')).toBeNull()
  expect(unsavedOf('volunteer')).toBe('[]')
})
