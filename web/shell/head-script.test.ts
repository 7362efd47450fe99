import { expect, test } from 'vitest'
import { viewerRoles } from '#web/lib/session.ts'
import { HEAD_SCRIPT } from '#web/shell/head-script.ts'

const runWith = (stored: string | null, cookie = '') => {
  const document = { cookie, documentElement: { dataset: {} as Record<string, string> } }
  new Function('document', 'localStorage', HEAD_SCRIPT)(document, { getItem: () => stored })
  return document.documentElement.dataset
}

const yes = { token: 't', verified: true, isSeller: true, isAdmin: true }
const people = [
  null,
  {},
  { ...yes },
  { ...yes, token: '' },
  { ...yes, verified: false },
  { ...yes, isSeller: false },
  { ...yes, isAdmin: false },
  { token: 't' },
]

test('the script in the head sees the same viewer as the application', () => {
  for (const person of people) expect(runWith(JSON.stringify(person)).viewer).toBe(viewerRoles(person))
})

test('broken storage is a visitor', () => {
  expect(runWith('{').viewer).toBe('visitor')
  expect(runWith(null).viewer).toBe('visitor')
})

test('the cookie bar is wanted until there is an answer', () => {
  expect(runWith(null).consent).toBe('wanted')
  expect(runWith(null, 'a=b; piazza_consenso=no').consent).toBe('given')
  expect(runWith(null, 'piazza_consenso=nope').consent).toBe('wanted')
})
