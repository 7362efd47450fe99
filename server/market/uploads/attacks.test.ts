import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_SIDE } from '#domain/market/uploads.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'

const KIB = 1024

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc(named))
  return Buffer.concat([length, named, check])
}
const crc = (bytes: Buffer): number => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** A small PNG whose header claims the given size. */
const aPngOf = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(100_000), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const aPlainPicture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#385' } })
    .png()
    .toBuffer()

const jpeg = await aPictureFile()
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

const BAD: [what: string, bytes: () => Buffer | Promise<Buffer>, status: number, message: string][] = [
  ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, MESSAGES.pictureUnsupportedType],
  ['an SVG with a script', () => svg, 415, MESSAGES.pictureUnsupportedType],
  ['a webp', () => aPictureFile({ format: 'webp' }), 415, MESSAGES.pictureUnsupportedType],
  ['a gif', () => aPictureFile({ format: 'gif' }), 415, MESSAGES.pictureUnsupportedType],
  ['two bytes', () => jpeg.subarray(0, 2), 415, MESSAGES.pictureUnsupportedType],
  ['a script that begins like a JPEG', () => Buffer.concat([jpeg.subarray(0, 3), svg]), 422, MESSAGES.pictureCorrupt],
  ['only the header of a JPEG', () => jpeg.subarray(0, 20), 422, MESSAGES.pictureCorrupt],
  ['half a picture', () => jpeg.subarray(0, jpeg.length / 2), 422, MESSAGES.pictureCorrupt],
  ['a picture of 0 × 0 pixels', () => aPngOf(0, 0), 422, MESSAGES.pictureCorrupt],
  ['too many pixels', () => aPngOf(8_000, 5_001), 422, MESSAGES.pictureTooManyPixels],
  ['a picture too long', () => aPlainPicture(100, 17_000), 422, MESSAGES.pictureTooLong],
  ['a picture too wide', () => aPlainPicture(17_000, 100), 422, MESSAGES.pictureTooLong],
  ['the largest size a header can hold', () => aPngOf(2 ** 31 - 1, 2 ** 31 - 1), 422, MESSAGES.pictureCorrupt],
  ['a header with more pixels than the data', () => aPngOf(6_000, 6_000), 422, MESSAGES.pictureCorrupt],
  ['no bytes', () => Buffer.alloc(0), 422, MESSAGES.pictureRequired],
]

test.each(BAD)('%s is refused, and nothing is stored', async (_what, bytes, status, message) => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  const before = await readdir(piazza.uploadsFolder)
  expect(await sendPicture(piazza.origin, token, await bytes())).toMatchObject({ status, message })
  expect(await readdir(piazza.uploadsFolder)).toEqual(before)
})

const grey = sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
const UNUSUAL: [what: string, bytes: () => Promise<Buffer>][] = [
  ['the longest', () => aPlainPicture(100, MAX_UPLOAD_SIDE)],
  ['one pixel wide', () => aPlainPicture(1, MAX_UPLOAD_SIDE)],
  ['one pixel high', () => aPlainPicture(MAX_UPLOAD_SIDE, 1)],
  ['one pixel', () => aPlainPicture(1, 1)],
  ['16 bits per colour', () => grey.clone().toColourspace('rgb16').png().toBuffer()],
  ['16 bits of grey', () => grey.clone().toColourspace('grey16').png().toBuffer()],
  ['grey with transparency', () => grey.clone().toColourspace('b-w').ensureAlpha(0.5).png().toBuffer()],
  ['a palette', () => grey.clone().png({ palette: true, colours: 2 }).toBuffer()],
  ['printing colours', () => grey.clone().toColourspace('cmyk').jpeg().toBuffer()],
  ['progressive', () => grey.clone().jpeg({ progressive: true }).toBuffer()],
]

test.each(UNUSUAL)('a picture that is unusual but within the limits is stored: %s', async (_what, bytes) => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  expect(await sendPicture(piazza.origin, token, await bytes())).toMatchObject({ status: 200 })
})

test('bytes appended to a picture are not stored', async () => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  const { status, text } = await sendPicture(piazza.origin, token, Buffer.concat([jpeg, svg, Buffer.from('<?php ?>')]))
  expect(status).toBe(200)
  const stored = Buffer.from(await (await fetch(piazza.origin + text)).arrayBuffer())
  expect(stored.includes('script')).toBe(false)
  expect((await sharp(stored).metadata()).format).toBe('webp')
})

type Raw = { headers: Record<string, string>; body: Iterable<Buffer | string> }

/** Sends bytes as they are, until the server stops reading. */
const sendRaw = (origin: string, token: string, { headers, body }: Raw) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const sent = request(
      {
        hostname,
        port,
        method: 'POST',
        path: '/api/uploads/s3',
        headers: { ...headers, authorization: `Bearer ${token}` },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    const parts = body[Symbol.iterator]()
    const go = () => {
      for (let next = parts.next(); !next.done; next = parts.next())
        if (!sent.write(next.value)) return void sent.once('drain', go)
      sent.end()
    }
    go()
  })

const FORM = { 'content-type': 'multipart/form-data; boundary=x' }
const OPENING =
  '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'

test.each([
  ['no boundary', { 'content-type': 'multipart/form-data' }, `${OPENING}a\r\n--x--\r\n`, 400],
  ['another boundary', { 'content-type': 'multipart/form-data; boundary=y' }, `${OPENING}a\r\n--x--\r\n`, 400],
  ['no closing boundary', FORM, `${OPENING}a`, 400],
  ['an empty body', FORM, '', 400],
  ['no picture', FORM, '--x\r\ncontent-disposition: form-data; name="image"\r\n\r\ntesto\r\n--x--\r\n', 422],
  ['endless headers', FORM, `--x\r\n${'a: b\r\n'.repeat(50_000)}`, 400],
  ['JSON', { 'content-type': 'application/json' }, '{"image":"x"}', 415],
  ['no content type', {}, 'x', 415],
])('a form with %s is refused with a message', async (_what, headers, body, status) => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  const answer = await sendRaw(piazza.origin, token, {
    headers: { ...headers, 'content-length': String(body.length) },
    body: [body],
  })
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(/\S/) })
})

test('a picture with too large a content-length is refused before it is read', async () => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  const headers = { ...FORM, 'content-length': String(9 * KIB * KIB) }
  const { status, text } = await sendRaw(piazza.origin, token, { headers, body: [OPENING] })
  expect({ status, ...JSON.parse(text) }).toEqual({ status: 413, message: MESSAGES.pictureTooLarge })
})

test.each([
  ['file', OPENING],
  ['field', '--x\r\ncontent-disposition: form-data; name="kind"\r\n\r\n'],
])('an endless %s of unknown length is cut off at the limit', async (_what, opening) => {
  const piazza = await anOwnPiazza()
  const { token } = await piazza.aMember()
  const sockets: Socket[] = []
  piazza.app.server.on('connection', (socket) => sockets.push(socket))
  const endless = function* () {
    yield opening
    for (let sent = 0; sent < 64 * KIB * KIB; sent += 64 * KIB) yield Buffer.alloc(64 * KIB, 'a')
  }
  // The server closes the connection during the upload: the client sees either the response or a closed connection.
  const outcome = await sendRaw(piazza.origin, token, {
    headers: { ...FORM, 'transfer-encoding': 'chunked' },
    body: endless(),
  }).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  )
  expect([413, 'ECONNRESET', 'EPIPE']).toContain(outcome)
  const [socket] = sockets
  await expect.poll(() => socket?.destroyed, { timeout: 10_000 }).toBe(true)
  expect(socket?.bytesRead).toBeGreaterThan(MAX_UPLOAD_BYTES)
  // One read past the limit, plus the headers and the boundaries.
  expect(socket?.bytesRead).toBeLessThan(MAX_UPLOAD_BYTES + 64 * KIB + 4 * KIB)
})

test('a picture whose last bytes are too many leaves nothing behind', { tags: 'slow' }, async () => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  const headers = { ...FORM, 'transfer-encoding': 'chunked' }
  const ending = Buffer.concat([Buffer.alloc(4 * KIB, 'a'), Buffer.from('\r\n--x--\r\n')])
  // As many as a member may send concurrently, and one more.
  for (let sent = 0; sent < 4; sent++) {
    const body = [OPENING, Buffer.alloc(MAX_UPLOAD_BYTES - KIB, 'a'), ending]
    const outcome = await sendRaw(piazza.origin, token, { headers, body }).then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(outcome)
  }
  await expect.poll(async () => (await sendPicture(piazza.origin, token, jpeg)).status).toBe(200)
})

test('a picture of the largest allowed size is accepted, one byte more is refused', async () => {
  const piazza = await aPiazza()
  const { token } = await piazza.aMember()
  const padded = Buffer.concat([jpeg, Buffer.alloc(MAX_UPLOAD_BYTES - jpeg.length)])
  expect((await sendPicture(piazza.origin, token, padded)).status).toBe(200)
  const larger = Buffer.concat([padded, Buffer.alloc(1)])
  expect(await sendPicture(piazza.origin, token, larger)).toMatchObject({
    status: 413,
    message: MESSAGES.pictureTooLarge,
  })
})

test('a large upload without permission is answered 401, not cut off', { tags: 'slow' }, async () => {
  const piazza = await aPiazza()
  // Sequentially: the server reads the rest of a refused upload for two seconds only.
  for (let time = 0; time < 10; time++) {
    const { status } = await sendPicture(piazza.origin, undefined, Buffer.alloc(MAX_UPLOAD_BYTES / 2))
    expect(status).toBe(401)
  }
})

test('calls without uploads refuse multipart forms', async () => {
  const piazza = await aPiazza()
  const body = new FormData()
  body.append('email', 'rosa@esempio.test')
  const answer = await fetch(`${piazza.origin}/api/users/signin`, { method: 'POST', body })
  expect(answer.status).toBe(415)
})
