import { expect, test } from 'vitest'
import { viewerRoles } from '#web/lib/session/session.ts'
import { HEAD_SCRIPT } from '#web/shell/head-script.ts'

const runWith = (stored: string | null, cookie = '') => {
  const dataset: Record<string, string> = {}
  const style = new Map<string, string>()
  const documentElement = { dataset, style: { setProperty: style.set.bind(style) } }
  new Function('document', 'localStorage', 'Error', HEAD_SCRIPT)(
    { cookie, documentElement },
    { getItem: () => stored },
    {},
  )
  return { viewer: dataset.viewer, consent: dataset.consent, username: style.get('--username') }
}

const yes = { token: 't', verified: true, isSeller: true, isAdmin: true, hasAd: true }
const people = [
  null,
  {},
  { ...yes },
  { ...yes, token: '' },
  { ...yes, verified: false },
  { ...yes, isSeller: false },
  { ...yes, isAdmin: false },
  { ...yes, hasAd: false },
  { token: 't' },
]

test('the head script computes the same roles as viewerRoles', () => {
  for (const person of people) expect(runWith(JSON.stringify(person)).viewer).toBe(viewerRoles(person))
})

test('the username is available before the first paint and escaped', () => {
  expect(runWith(JSON.stringify({ ...yes, username: 'ROSA' })).username).toBe('"ROSA"')
  expect(runWith(JSON.stringify({ ...yes, username: '";}' })).username).toBe('"\\";}"')
  expect(runWith(JSON.stringify(yes)).username).toBe('""')
  expect(runWith(null).username).toBeUndefined()
})

test('invalid storage counts as a visitor', () => {
  expect(runWith('{').viewer).toBe('visitor')
  expect(runWith(null).viewer).toBe('visitor')
})

test('consent is wanted until a valid answer is stored', () => {
  expect(runWith(null).consent).toBe('wanted')
  expect(runWith(null, 'a=b; piazza_consenso=no').consent).toBe('given')
  expect(runWith(null, 'piazza_consenso=nope').consent).toBe('wanted')
  expect(runWith(null, 'altro_piazza_consenso=yes').consent).toBe('wanted')
})
