import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf, stubWindow } from '#test/browser-window.ts'
import { mergeFavourites, readFavourites, setFavourite } from '#web/features/market/listings/favourites/favourites.ts'
import { startActing, stopActing } from '#web/lib/session/acting.ts'
import { startSession } from '#web/lib/session/session.ts'

/** The ids on the server, by token, and the status with which the server refuses a listing, by id. */
let stored: Map<string, string[]>
let refused: Record<string, number>

const answer = async (url: string, { method, headers }: { method: string; headers: Headers }) => {
  const token = headers.get('authorization')?.replace('Bearer token-', '') ?? ''
  const ids = stored.get(token) ?? []
  if (method === 'GET') return Response.json({ ids })
  const id = url.split('/').at(-1) ?? ''
  if (refused[id]) return Response.json({ message: 'No.' }, { status: refused[id] })
  const others = ids.filter((each) => each !== id)
  stored.set(token, method === 'PUT' ? [id, ...others] : others)
  return Response.json({ message: 'Fatto.' })
}

beforeEach(() => {
  stubWindow()
  stored = new Map()
  refused = {}
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

test('what a visitor chose is sent at sign-in, together with what the server knows', async () => {
  stored.set('rosa', ['vecchio'])
  await setFavourite('pane', true)
  startSession(sessionOf('rosa'))
  expect(readFavourites()).toEqual(['pane'])
  await mergeFavourites()
  expect(readFavourites()).toEqual(['pane', 'vecchio'])
  expect(stored.get('rosa')).toEqual(['pane', 'vecchio'])
})

test('another member who signs in without a sign-out gets none of what the first one chose', async () => {
  stored.set('ugo', ['miele'])
  startSession(sessionOf('rosa'))
  await mergeFavourites()
  await setFavourite('pane', true)
  startSession(sessionOf('ugo'))
  expect(readFavourites()).toEqual([])
  await mergeFavourites()
  expect(readFavourites()).toEqual(['miele'])
  expect(stored).toEqual(new Map(Object.entries({ rosa: ['pane'], ugo: ['miele'] })))
})

test('a merge that fails is repeated and loses nothing, but a listing that is gone is left out', async () => {
  for (const id of ['pane', 'miele', 'sparito']) await setFavourite(id, true)
  startSession(sessionOf('rosa'))
  refused = { miele: 503, sparito: 404 }
  await expect(mergeFavourites()).rejects.toThrow()
  expect(readFavourites()).toEqual(['sparito', 'miele', 'pane'])
  refused = { sparito: 404 }
  await mergeFavourites()
  expect(readFavourites().toSorted()).toEqual(['miele', 'pane'])
})

test('a merge that ends after another member has signed in stores nothing', async () => {
  stored.set('ugo', ['miele'])
  startSession(sessionOf('rosa'))
  const merging = mergeFavourites()
  startSession(sessionOf('ugo'))
  await merging
  expect(readFavourites()).toEqual([])
  startSession(sessionOf('rosa'))
  expect(readFavourites()).toEqual([])
})

test('while the desk acts for a member nothing is merged, and the volunteer’s favourites are there again afterwards', async () => {
  startSession(sessionOf('volunteer'))
  await mergeFavourites()
  await setFavourite('pane', true)
  startActing({ until: '2026-11-20T10:00:00Z', user: sessionOf('rosa') })
  await mergeFavourites()
  expect(readFavourites()).toEqual([])
  stopActing()
  await mergeFavourites()
  expect(readFavourites()).toEqual(['pane'])
  expect(stored.get('rosa')).toBeUndefined()
})

test('a removal that is refused after another member has signed in gives them no favourite', async () => {
  startSession(sessionOf('rosa'))
  await mergeFavourites()
  await setFavourite('pane', true)
  refused = { pane: 503 }
  const removing = setFavourite('pane', false)
  startSession(sessionOf('ugo'))
  await expect(removing).rejects.toThrow()
  expect(readFavourites()).toEqual([])
})
