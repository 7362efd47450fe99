import { expect, test } from 'vitest'
import { anyone, aTokenOfEachCaller, CALLERS, type Statuses, verified } from '#test/callers.ts'
import { aPiazza } from '#test/fixtures.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'

// The status of every call about listings, reviews and pictures for every kind of caller.

const setUp = async () => {
  const piazza = await aPiazza()
  return { piazza, ...(await aTokenOfEachCaller(piazza)) }
}
type World = Awaited<ReturnType<typeof setUp>>

const CHANGE = { name: 'Cambiato', category: 'Varie' }
const REVIEW = { rating: 5, comment: 'Bene' }
const shown = ({ piazza, owner }: World) => piazza.aListing({ by: owner })
const paused = ({ piazza, owner }: World) => piazza.aListing({ by: owner, paused: true })
const draft = ({ piazza, owner }: World) => piazza.aListing({ by: owner, name: 'Annunci# 1' })
const none = async () => ({ id: '01a1dd19-6ac6-7e41-9831-b41830232d98' })
const noId = async () => ({ id: 'non-un-annuncio' })

const FOR_OWNER = { owner: 200, admin: 200 }

const TABLE: [
  call: string,
  what: string,
  target: (world: World) => Promise<{ id: string }>,
  object | undefined,
  Statuses,
][] = [
  ['GET /api/products', 'list', none, undefined, anyone(200)],
  ['GET /api/products/:id', 'shown', shown, undefined, anyone(200)],
  ['GET /api/products/:id', 'paused', paused, undefined, anyone(404, FOR_OWNER)],
  ['GET /api/products/:id', 'draft', draft, undefined, anyone(404, FOR_OWNER)],
  ['POST /api/products', 'new', none, {}, verified(200)],
  ['PUT /api/products/:id', 'shown', shown, CHANGE, verified(403, FOR_OWNER)],
  ['PUT /api/products/:id', 'paused', paused, CHANGE, verified(403, FOR_OWNER)],
  ['PUT /api/products/:id', 'draft', draft, CHANGE, verified(404, FOR_OWNER)],
  ['PUT /api/products/:id', 'missing', none, CHANGE, verified(404)],
  ['PUT /api/products/:id', 'no id', noId, CHANGE, verified(404)],
  ['DELETE /api/products/:id', 'shown', shown, undefined, verified(403, FOR_OWNER)],
  ['DELETE /api/products/:id', 'draft', draft, undefined, verified(404, FOR_OWNER)],
  ['DELETE /api/products/:id', 'missing', none, undefined, verified(404)],
  ['POST /api/products/:id/reviews', 'shown', shown, REVIEW, verified(200, { owner: 403 })],
  ['POST /api/products/:id/reviews', 'paused', paused, REVIEW, verified(404, { owner: 403, admin: 200 })],
  ['POST /api/products/:id/reviews', 'draft', draft, REVIEW, verified(404, { owner: 403, admin: 200 })],
  ['POST /api/products/:id/reviews', 'missing', none, REVIEW, verified(404)],
]

test.each(TABLE)('%s: %s', async (call, _what, target, body, expected) => {
  const world = await setUp()
  const [method = '', path = ''] = call.split(' ')
  const got: Partial<Statuses> = {}
  for (const kind of CALLERS) {
    const { id } = await target(world)
    const token = world.tokens[kind]
    const options = { ...(token ? { token } : {}), ...(body ? { body } : {}) }
    const answer = await world.piazza.call(method, path.replace(':id', id), options)
    got[kind] = answer.status
    if (answer.status >= 400) expect(answer.body).toMatchObject({ message: expect.stringMatching(/\S/) })
  }
  expect(got).toEqual(expected)
})

test('POST /api/uploads/s3', async () => {
  const { piazza, tokens } = await setUp()
  const bytes = await aPictureFile()
  const got: Partial<Statuses> = {}
  for (const kind of CALLERS) got[kind] = (await sendPicture(piazza.origin, tokens[kind], bytes)).status
  expect(got).toEqual(verified(200))
})
