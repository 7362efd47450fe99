import { createHash } from 'node:crypto'

// Mails of any size are read line by line, and what is not text is dropped, so that memory and parsing time are bounded: the parser
// keeps a mail in memory as a whole, and takes some 0.03 ms for each line.

const MOST_BYTES = 256 * 1024
const MOST_LINES = 5_000
const MOST_PART_LINES = 2_000
/** Of a mail in a mail: the report of a failed delivery needs its header only. */
const MOST_ATTACHED_LINES = 200
const MOST_HEADER_LINES = 1_000
const MOST_LINE_BYTES = 64 * 1024
const MOST_BOUNDARIES = 20
const MOST_READ_BYTES = 64 * 1024 * 1024
const LINE_FEED = 10
const DASH = 45

/** A mail without its attachments. `digest` tells two mails apart. */
export type ReducedMail = { content: Buffer; digest: Buffer }

const typeOf = (header: string): string =>
  /^content-type:\s*([\w.+-]+\/[\w.+-]+)/im.exec(header)?.[1]?.toLowerCase() ?? 'text/plain'

const boundaryOf = (header: string): string | undefined => {
  const field = /^content-type:(.*(?:\r?\n[ \t].*)*)/im.exec(header)?.[1] ?? ''
  const [, quoted, plain] = /boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(field) ?? []
  return quoted ?? plain
}

const isAttached = (header: string): boolean => /^content-disposition:\s*attachment/im.test(header)

/** How many lines of a part are kept, by its header. */
const linesToKeep = (header: string): number => {
  const type = typeOf(header)
  if (type.startsWith('message/')) return MOST_ATTACHED_LINES
  return /^(text|multipart)\//.test(type) && !isAttached(header) ? MOST_PART_LINES : 0
}

/** Keeps what matters of the lines of a mail. */
const makeKeeper = () => {
  const kept: Buffer[] = []
  const boundaries: string[] = []
  let [bytes, lines, toKeep] = [0, 0, 0]
  let header: string[] | undefined = []

  const keep = (line: Buffer) => {
    lines += 1
    bytes += line.length
    kept.push(line)
  }

  const endHeader = (fields: string[]) => {
    const text = fields.join('')
    toKeep = linesToKeep(text)
    const boundary = typeOf(text).startsWith('multipart/') ? boundaryOf(text) : undefined
    if (boundary && boundaries.length < MOST_BOUNDARIES) boundaries.push(boundary)
    header = undefined
  }

  /** Returns whether the line separates two parts. */
  const isSeparator = (text: string): boolean => {
    if (!text.startsWith('--')) return false
    const named = text.trimEnd().slice(2)
    const depth = boundaries.findLastIndex((boundary) => named === boundary || named === `${boundary}--`)
    if (depth === -1) return false
    const isLast = named !== boundaries[depth]
    boundaries.length = isLast ? depth : depth + 1
    header = isLast ? undefined : []
    // After the last part comes nothing that is shown.
    toKeep = 0
    return true
  }

  return {
    kept,
    /** Whether nothing that follows is kept. */
    isFull: () =>
      lines >= MOST_LINES ||
      bytes + MOST_LINE_BYTES > MOST_BYTES ||
      (!header && toKeep === 0 && boundaries.length === 0),
    /** Whether only lines that begin with two dashes matter now. */
    isSkipping: () => !header && toKeep === 0,
    add(line: Buffer): void {
      const text = line.toString('latin1')
      if (isSeparator(text)) keep(line)
      else if (header) {
        keep(line)
        if (text.trim() === '' || header.length >= MOST_HEADER_LINES) endHeader(header)
        else header.push(text)
      } else if (toKeep > 0) {
        toKeep -= 1
        keep(line)
      }
    },
  }
}

/** Splits chunks into lines. Of a very long line only the beginning remains; lines that do not matter are passed over. */
const makeReader = () => {
  const keeper = makeKeeper()
  let pending = Buffer.alloc(0)
  // Whether the pending bytes are the middle of a line that does not matter.
  let isInside = false

  /** Returns where the next line begins that matters, or the length of the data. */
  const passOver = (data: Buffer, from: number): number => {
    const isMatching = !isInside && data[from] === DASH && data[from + 1] === DASH
    if (isMatching) return from
    const next = data.indexOf('\n--', from)
    isInside = next === -1
    return next === -1 ? data.length : next + 1
  }

  /** Returns how much of the data was read. */
  const readLines = (data: Buffer): number => {
    let from = 0
    while (from < data.length && !keeper.isFull()) {
      if (isInside || keeper.isSkipping()) {
        from = passOver(data, from)
        // What may be the beginning of the next line that matters is looked at again with the next chunk.
        if (isInside) return Math.max(0, data.length - 2)
      }
      const end = data.indexOf(LINE_FEED, from)
      if (end === -1 && data.length - from < MOST_LINE_BYTES) return from
      keeper.add(data.subarray(from, Math.min(end === -1 ? data.length : end + 1, from + MOST_LINE_BYTES)))
      isInside = end === -1
      from = end === -1 ? data.length : end + 1
    }
    return keeper.isFull() ? data.length : from
  }

  return {
    add(chunk: Buffer): void {
      if (keeper.isFull()) return
      const data = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
      pending = Buffer.from(data.subarray(readLines(data)))
    },
    content(): Buffer {
      if (pending.length > 0 && !isInside) keeper.add(pending)
      return Buffer.concat(keeper.kept)
    },
  }
}

/** Reads a mail and drops what is not text. */
export const reduceMail = async (source: AsyncIterable<Buffer>): Promise<ReducedMail> => {
  const reader = makeReader()
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of source) {
    hash.update(chunk)
    reader.add(chunk)
    read += chunk.length
    if (read > MOST_READ_BYTES) break
  }
  return { content: reader.content(), digest: hash.digest() }
}
