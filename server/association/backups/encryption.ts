import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { AppError } from '#domain/base/errors.ts'

// A format of our own: `openssl enc` does not notice changes, and gpg or age are not on every machine.
// MAGIC, salt, nonce, the content under AES-256-GCM with a key from the passphrase by scrypt, tag.
const MAGIC = Buffer.from('PIAZZA-1')
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = MAGIC.length + SALT_BYTES + NONCE_BYTES
const CIPHER = 'aes-256-gcm'
// About a tenth of a second and 64 MB for each guess.
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 }

const keyFrom = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)

/** The encrypted form of a content, chunk by chunk. */
export async function* encrypt(content: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
  const cipher = createCipheriv(CIPHER, await keyFrom(passphrase, salt, 32, COST), nonce)
  yield Buffer.concat([MAGIC, salt, nonce])
  for await (const chunk of content) yield cipher.update(chunk)
  yield cipher.final()
  yield cipher.getAuthTag()
}

/** How long the encrypted form of so many bytes is. */
export const encryptedLength = (bytes: number): number => HEAD_BYTES + bytes + TAG_BYTES

const readPart = async (file: string, position: number, length: number): Promise<Buffer> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

export const isEncrypted = async (file: string): Promise<boolean> =>
  (await readPart(file, 0, MAGIC.length).catch(() => Buffer.alloc(0))).equals(MAGIC)

/** Writes the content into another file; throws, with that file not to be used, if the passphrase or the file is wrong. */
export const decryptFile = async (file: string, target: string, passphrase: string): Promise<void> => {
  const wrong = () => new AppError('conflict', 'La frase segreta non apre questa copia, o il file è rovinato.')
  const { size } = await stat(file)
  if (size < HEAD_BYTES + TAG_BYTES) throw wrong()
  const head = await readPart(file, MAGIC.length, SALT_BYTES + NONCE_BYTES)
  const key = await keyFrom(passphrase, head.subarray(0, SALT_BYTES), 32, COST)
  const decipher = createDecipheriv(CIPHER, key, head.subarray(SALT_BYTES))
  decipher.setAuthTag(await readPart(file, size - TAG_BYTES, TAG_BYTES))
  const content = createReadStream(file, { start: HEAD_BYTES, end: Math.max(size - TAG_BYTES - 1, HEAD_BYTES) })
  await pipeline(content, decipher, createWriteStream(target, { mode: 0o600 })).catch((error) => {
    throw /auth/.test(error.message) ? wrong() : error
  })
}
