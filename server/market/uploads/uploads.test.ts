import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import type { OwnListing } from '#domain/market/listings.schema.ts'
import { pictureSources } from '#domain/market/uploads.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'

const aSender = async (options?: Parameters<typeof aPiazza>[0]) => {
  const piazza = await aPiazza(options)
  const member = await piazza.aMember()
  const send = async (bytes: Buffer, more: { field?: string; kind?: string } = {}, token = member.token) =>
    sendPicture(piazza.origin, token, bytes, more)
  const fetched = async (path: string) => {
    const answer = await fetch(piazza.origin + path)
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const save = async (id: string, image: string[], token = member.token) =>
    piazza.call('PUT', `/api/products/${id}`, { token, body: { name: 'Con foto', category: 'Varie', image } })
  return { piazza, member, send, fetched, save }
}

test.each(['jpeg', 'png'] as const)(
  'a %s is stored in the widths that pages use, and served as immutable',
  async (format) => {
    const { send, fetched } = await aSender()
    const { status, text: url } = await send(await aPictureFile({ width: 1600, height: 1200, format }))
    expect(status).toBe(200)
    expect(url).toMatch(/^\/uploads\/[0-9a-f-]{36}-1200\.webp$/)
    const widths =
      pictureSources(url)
        .srcSet?.split(', ')
        .map((source) => source.split(' ')) ?? []
    expect(widths.map(([, width]) => width)).toEqual(['320w', '640w', '1200w'])
    for (const [path = '', width = ''] of widths) {
      const { answer, bytes } = await fetched(path)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: Number.parseInt(width, 10) })
    }
  },
)

test('place and camera are removed from a picture, and it is rotated upright', async () => {
  const { send, fetched } = await aSender()
  const taken = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#385' } })
    .withExif({
      IFD0: { Make: 'TELEFONO-SEGRETO', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '7/1 41/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(taken).metadata()).exif).toBeDefined()
  const { text: url } = await send(taken)
  const { bytes } = await fetched(url)
  const stored = await sharp(bytes).metadata()
  expect(stored).toMatchObject({ width: 300, height: 400 })
  expect([stored.exif, stored.xmp, stored.iptc, stored.icc]).toEqual([undefined, undefined, undefined, undefined])
  expect(bytes.includes('TELEFONO')).toBe(false)
})

test('uploaded pictures can be used on one listing of the member, not by others, and removed again', async () => {
  const { piazza, member, send, save } = await aSender()
  const { id } = await piazza.aListing({ by: member })
  const urls = [(await send(await aPictureFile())).text, (await send(await aPictureFile({ format: 'png' }))).text]
  const saved = await save(id, urls)
  expect((saved.body as OwnListing).image).toEqual(urls)
  expect(((await save(id, urls.toReversed())).body as OwnListing).image).toEqual(urls.toReversed())

  const refusal = { status: 422, body: { message: MESSAGES.pictureNotOwned } }
  const elsewhere = await piazza.aListing({ by: member })
  expect(await save(elsewhere.id, urls)).toMatchObject(refusal)
  const other = await piazza.aMember()
  const others = await piazza.aListing({ by: other })
  expect(await save(others.id, urls, other.token)).toMatchObject(refusal)
  const unused = (await send(await aPictureFile())).text
  expect(await save(others.id, [unused], other.token)).toMatchObject(refusal)

  expect(((await save(id, [])).body as OwnListing).image).toEqual([])
  expect((await save(elsewhere.id, urls)).status).toBe(200)
})

test('a listing can keep external pictures it already has, and not get new ones', async () => {
  const { piazza, member, save } = await aSender()
  const { id } = await piazza.aListing({ by: member })
  await piazza.db.execute(sql`update listing set images = '{https://vecchio.example/foto.jpg}' where id = ${id}`)
  expect((await save(id, ['https://vecchio.example/foto.jpg'])).status).toBe(200)
  const { id: other } = await piazza.aListing({ by: member })
  expect((await save(other, ['https://vecchio.example/foto.jpg'])).status).toBe(422)
})

test('an admin can add a picture to a member’s listing, and its owner can keep it', async () => {
  const { piazza, member, send, save } = await aSender()
  const admin = await piazza.aMember({ isAdmin: true })
  const { id } = await piazza.aListing({ by: member })
  const { text: url } = await send(await aPictureFile(), {}, admin.token)
  expect((await save(id, [url], admin.token)).status).toBe(200)
  expect((await save(id, [url])).status).toBe(200)
})

test('a logo must be a JPEG that the member uploaded', async () => {
  const { piazza, member, send } = await aSender()
  const setLogo = async (sellerLogo: string, token = member.token) =>
    (await piazza.call('PUT', '/api/users/profile', { token, body: { sellerLogo } })).status
  const png = await aPictureFile({ format: 'png' })
  expect(await send(png, { kind: 'logo' })).toMatchObject({ status: 415, message: MESSAGES.logoUnsupportedType })
  expect(await setLogo((await send(png)).text)).toBe(422)
  const { text: logo } = await send(await aPictureFile(), { kind: 'logo' })
  expect(await setLogo(logo, (await piazza.aMember()).token)).toBe(422)
  expect(await setLogo('https://altrove.example/logo.jpg')).toBe(422)
  expect(await setLogo(logo)).toBe(200)
  expect(await setLogo(logo)).toBe(200)
  expect(await setLogo('')).toBe(200)
})

test('at most sixty uploads an hour, and none while 500 pictures are unused', async () => {
  const { piazza, member, send } = await aSender({})
  const bytes = await aPictureFile({ width: 8, height: 8 })
  const other = await piazza.aMember()
  await piazza.db.execute(sql`insert into upload (id, member_id, url, format, bytes)
    select gen_random_uuid(), ${other.id}, n, 'jpeg', 1 from generate_series(1, 500) as n`)
  expect(await send(bytes, {}, other.token)).toMatchObject({ status: 429, message: MESSAGES.tooManyUnusedPictures })
  for (let time = 0; time < 60; time++) expect((await send(bytes, { field: 'altro' })).status).toBe(422)
  expect(await send(bytes)).toMatchObject({ status: 429, message: 'Troppi tentativi: riprova tra un minuto.' })
  expect(await piazza.db.query(sql`select from upload where member_id = ${member.id}`)).toHaveLength(0)
  expect(await readdir(piazza.uploadsFolder)).toEqual([])
})
