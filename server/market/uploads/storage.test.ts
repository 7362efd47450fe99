import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { MESSAGES } from '#domain/base/errors.ts'
import { pictureSources } from '#domain/market/uploads.ts'
import { diskStorage } from '#server/market/uploads/disk.ts'
import { s3Storage } from '#server/market/uploads/s3.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { anEndlessServer, type EndlessAnswer } from '#test/endless-server.ts'
import { aPiazza } from '#test/fixtures.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { anS3Store } from '#test/s3-store.ts'

const SETTINGS = { region: 'r', bucket: 'b', accessKeyId: 'k', secretAccessKey: 's', publicUrl: 'https://foto.example' }

test('disk storage writes, replaces and removes files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const storage = await diskStorage(folder)
  await storage.put('a.webp', Buffer.from('uno'))
  await storage.put('a.webp', Buffer.from('due'))
  expect(await readdir(folder)).toEqual(['a.webp'])
  expect(String(await storage.get('a.webp'))).toBe('due')
  expect(storage.urlOf('a.webp')).toBe('/uploads/a.webp')
  await storage.remove('a.webp')
  await storage.remove('a.webp')
  expect(await readdir(folder)).toEqual([])
})

test('with S3 storage pictures are written to, read from and removed from the bucket', async () => {
  const store = await anS3Store()
  const storage = s3Storage(store)
  const piazza = await aPiazza({ storage })
  const { token } = await piazza.aMember()
  const picture = await aPictureFile({ width: 1600, height: 1200 })
  const { status, text: url } = await retryOn503(() => sendPicture(piazza.origin, token, picture))
  expect(status).toBe(200)
  expect(url).toMatch(new RegExp(`^${store.publicUrl}/[0-9a-f-]{36}-1200\\.webp$`))
  expect(await readdir(piazza.uploadsFolder)).toEqual([])
  for (const address of [url, pictureSources(url).src]) {
    const answer = await fetch(address)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(await answer.arrayBuffer()).metadata()).format).toBe('webp')
    const name = address.slice(store.publicUrl.length + 1)
    expect((await sharp(await storage.get(name)).metadata()).format).toBe('webp')
    await storage.remove(name)
    await storage.remove(name)
    expect((await fetch(address)).status).toBe(404)
    await expect(storage.get(name)).rejects.toThrow(MESSAGES.picturesUnavailable)
  }
})

test('with wrong credentials or a wrong bucket, uploads answer 503', async () => {
  const store = await anS3Store()
  for (const wrong of [{ secretAccessKey: 'sbagliata' }, { accessKeyId: 'NESSUNO' }, { bucket: 'altrove' }]) {
    const piazza = await aPiazza({ storage: s3Storage({ ...store, ...wrong }) })
    const { token } = await piazza.aMember()
    const picture = await aPictureFile()
    // A busy server also responds with 503, but with another message.
    await expect
      .poll(() => sendPicture(piazza.origin, token, picture), { timeout: 60_000 })
      .toMatchObject({ status: 503, message: MESSAGES.picturesUnavailable })
  }
})

test('with an unreachable or silent storage, uploads answer 503 without its answer, and other requests are served', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  for (const endpoint of ['http://127.0.0.1:1', `http://127.0.0.1:${port}`]) {
    const storage = s3Storage({
      endpoint,
      bucket: 'b',
      region: 'r',
      accessKeyId: 'k',
      secretAccessKey: 's',
      publicUrl: endpoint,
    })
    const piazza = await aPiazza({ storage })
    const { token } = await piazza.aMember()
    expect(await sendPicture(piazza.origin, token, await aPictureFile())).toMatchObject({ status: 503 })
    expect((await retryOn503(() => piazza.call('GET', '/api/products'))).status).toBe(200)
  }
})

test.each<EndlessAnswer>(['is silent', 'drips', 'floods'])(
  'an object store that %s costs no more than the call',
  async (how) => {
    const store = await anEndlessServer(how)
    const storage = s3Storage({ ...SETTINGS, endpoint: store.url })
    const put = storage.put('a.webp', Buffer.from('uno'))
    if (how === 'is silent') await expect(put).rejects.toMatchObject({ kind: 'unavailable' })
    else await put
    await store.allClosed()
  },
)

test('a redirect of the object store is not followed: pictures go nowhere else', async () => {
  const elsewhere = await anEndlessServer('is silent')
  const greeting = `HTTP/1.1 307 Temporary Redirect\r\nlocation: ${elsewhere.url}/x\r\ncontent-length: 0\r\n\r\n`
  const store = await anEndlessServer('is silent', { greeting })
  const storage = s3Storage({ ...SETTINGS, endpoint: store.url })
  await expect(storage.put('a.webp', Buffer.from('uno'))).rejects.toMatchObject({ kind: 'unavailable' })
  expect(elsewhere.calls()).toBe(0)
})
