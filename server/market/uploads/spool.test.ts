import { access } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeSpool } from '#server/market/uploads/spool.ts'

const KIB = 1024
const never = new AbortController().signal
const content = (bytes: number) => Readable.from([Buffer.alloc(bytes / 2), Buffer.alloc(bytes / 2)])

test('files are limited per member and over all, and removing one makes room', async () => {
  const spool = makeSpool({ maxBytes: 32 * KIB, maxBytesPerMember: 20 * KIB })
  const first = await spool.write('rosa', content(16 * KIB), never)
  expect(first.size).toBe(16 * KIB)
  await expect(spool.write('rosa', content(16 * KIB), never)).rejects.toMatchObject({ status: 429 })
  const second = await spool.write('bruno', content(16 * KIB), never)
  await expect(spool.write('carla', content(2), never)).rejects.toMatchObject({ status: 503 })
  expect(spool.bytes()).toBe(32 * KIB)
  await first.remove()
  await first.remove()
  await expect(access(first.path)).rejects.toMatchObject({ code: 'ENOENT' })
  const third = await spool.write('rosa', content(16 * KIB), never)
  await Promise.all([second.remove(), third.remove()])
  expect(spool.bytes()).toBe(0)
})

test('a file that fails or is aborted while it arrives frees its bytes at once', async () => {
  const spool = makeSpool()
  const endless = () => {
    const stream = new PassThrough()
    stream.write(Buffer.alloc(KIB))
    return stream
  }
  const stopping = new AbortController()
  const aborted = spool.write('rosa', endless(), stopping.signal)
  await expect.poll(() => spool.bytes(), { timeout: 10_000 }).toBe(KIB)
  stopping.abort()
  await expect(aborted).rejects.toThrow('aborted')
  expect(spool.bytes()).toBe(0)
  const broken = endless()
  const failed = spool.write('rosa', broken, never)
  await expect.poll(() => spool.bytes(), { timeout: 10_000 }).toBe(KIB)
  broken.destroy(new Error('the client is gone'))
  await expect(failed).rejects.toThrow('the client is gone')
  expect(spool.bytes()).toBe(0)
})
