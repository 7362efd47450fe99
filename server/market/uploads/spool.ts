import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { MAX_UPLOAD_BYTES } from '#domain/market/uploads.ts'
import { asUnavailable } from '#server/market/uploads/disk.ts'

// Limits for the uploads that are being received or processed.
const MAX_BYTES = 16 * MAX_UPLOAD_BYTES
const MAX_BYTES_PER_MEMBER = 3 * MAX_UPLOAD_BYTES
const RETRY_SECONDS = 10
// The buffer holds a whole file: with back-pressure the socket would read ahead, past the size limit.
const WRITING = { flags: 'wx', mode: 0o600, highWaterMark: MAX_UPLOAD_BYTES }

/** An uploaded file on disk; `remove` frees its bytes. */
export type SpooledFile = { path: string; size: number; remove(): Promise<void> }

/** Writes uploads to temporary files, so that slow ones take no memory, within limits over all and per member. */
export const makeSpool = ({ maxBytes = MAX_BYTES, maxBytesPerMember = MAX_BYTES_PER_MEMBER } = {}) => {
  const bytesOf = new Map<string, number>()
  let total = 0

  const take = (memberId: string, bytes: number): void => {
    const ofMember = (bytesOf.get(memberId) ?? 0) + bytes
    if (ofMember > maxBytesPerMember)
      throw new AppError('tooManyRequests', MESSAGES.tooManyRequests, { retryAfter: RETRY_SECONDS })
    if (total + bytes > maxBytes)
      throw new AppError('unavailable', MESSAGES.picturesUnavailable, { retryAfter: RETRY_SECONDS })
    bytesOf.set(memberId, ofMember)
    total += bytes
  }
  const free = (memberId: string, bytes: number): void => {
    const left = (bytesOf.get(memberId) ?? 0) - bytes
    if (left > 0) bytesOf.set(memberId, left)
    else bytesOf.delete(memberId)
    total -= bytes
  }

  return {
    bytes: () => total,

    /** Rejects, leaving nothing behind, when a limit is reached, the stream fails or the signal is aborted. */
    async write(memberId: string, content: Readable, signal: AbortSignal): Promise<SpooledFile> {
      const path = join(tmpdir(), `piazza-${randomUUID()}.upload`)
      let size = 0
      const counted = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          take(memberId, chunk.length)
          size += chunk.length
          yield chunk
        }
      }
      const remove = async () => {
        free(memberId, size)
        size = 0
        await rm(path, { force: true })
      }
      try {
        await pipeline(content, counted, createWriteStream(path, WRITING), { signal })
      } catch (error) {
        await remove()
        throw asUnavailable(error as NodeJS.ErrnoException)
      }
      return { path, size, remove }
    },
  }
}
