import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { parseMail } from '#server/talk/inbound/parse.ts'
import { reduceMail } from '#server/talk/inbound/reduce.ts'
import { aReply, file, many, part } from '#test/reply-shapes.ts'

const MEGABYTE = 1024 * 1024
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
// Each collection takes long in a worker that has run many tests.
const CHUNKS_BETWEEN_COLLECTIONS = 100
/** Bytes in buffers that are still in use. */
const heldBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}
const reduce = (raw: Buffer) => reduceMail(Readable.from([raw]))

/** In pieces, as a socket delivers it; never in memory as a whole. */
async function* largeMail(megabytes: number): AsyncGenerator<Buffer> {
  yield Buffer.from(
    'From: anna@posta.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: video/mp4; name=a.mp4\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n',
  )
  const chunk = Buffer.from(`${'QUJD'.repeat(19)}\r\n`.repeat(840))
  for (let sent = 0; sent < megabytes * MEGABYTE; sent += chunk.length) yield chunk
  yield Buffer.from('--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nEcco il video.\r\n--x--\r\n')
}

test('of a mail of 25 MB only the text is kept, also behind the attachment, in memory that does not grow with its size', {
  tags: 'slow',
}, async () => {
  const highest = async (megabytes: number): Promise<number> => {
    let [most, number] = [0, 0]
    const watched = async function* () {
      for await (const chunk of largeMail(megabytes)) {
        number += 1
        if (number % CHUNKS_BETWEEN_COLLECTIONS === 0) most = Math.max(most, heldBytes())
        yield chunk
      }
    }
    const before = heldBytes()
    const { content } = await reduceMail(watched())
    expect(content.length).toBeLessThan(1_000)
    expect(await parseMail(content)).toMatchObject({
      text: expect.stringContaining('Ecco il video.'),
      hasAttachments: true,
    })
    return most - before
  }
  // Other tests of the worker hold buffers too.
  expect(await highest(25)).toBeLessThan(12 * MEGABYTE)
})

test('what is kept is bounded, whatever the mail consists of', async () => {
  const hostile = [
    'x'.repeat(30 * MEGABYTE),
    '\n'.repeat(5 * MEGABYTE),
    `Content-Type: multipart/mixed; boundary=x\n\n${'--x\n\n'.repeat(MEGABYTE)}`,
    Array.from({ length: 2_000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join(''),
    `${'X-Field: y\n'.repeat(MEGABYTE)}\ntesto`,
  ]
  for (const text of hostile) {
    const { content } = await reduce(Buffer.from(text))
    expect(content.length).toBeLessThanOrEqual(MEGABYTE / 4)
    expect(content.toString().split('\n').length).toBeLessThanOrEqual(5_001)
  }
})

test('a mail that is split anywhere is read the same way, and another mail has another digest', async () => {
  const raw = aReply(many('mixed', file('image/jpeg', 'a.jpg'), part('Città e perché'), file('text/plain', 'note.txt')))
  const whole = await reduce(raw)
  for (const size of [1, 7, 100]) {
    const pieces = Array.from({ length: Math.ceil(raw.length / size) }, (_, n) =>
      raw.subarray(n * size, (n + 1) * size),
    )
    expect(await reduceMail(Readable.from(pieces))).toEqual(whole)
  }
  expect(whole.content.toString()).not.toContain('AAAA')
  expect((await reduce(aReply(part('Altro')))).digest).not.toEqual(whole.digest)
})

test('a line that looks like a boundary in the middle of another line is none', async () => {
  const content = many('mixed', file('image/jpeg', 'a.jpg').replace('AAAA', 'AAAA--b_mixed_2'), part('Sotto la foto'))
  for (const size of [1, 3, 64]) {
    const raw = aReply(content)
    const pieces = Array.from({ length: Math.ceil(raw.length / size) }, (_, n) =>
      raw.subarray(n * size, (n + 1) * size),
    )
    const reduced = await reduceMail(Readable.from(pieces))
    expect((await parseMail(reduced.content)).text).toContain('Sotto la foto')
    expect(reduced.content.toString()).not.toContain('AAAAAAAA')
  }
})
