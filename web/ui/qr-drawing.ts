import { encode } from 'uqr'

export type QrDrawing = { size: number; path: string }

// Neighbouring dark squares are drawn at once: a quarter of the characters.
const strokes = (row: readonly boolean[], y: number): string => {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x++
    const width = x + 1 - start
    path += `M${start} ${y}h${width}v1h-${width}z`
  }
  return path
}

/** A text as a QR code: the side of its square, and its dark parts as one path. */
export const drawQr = (text: string): QrDrawing => {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  return { size, path: data.map(strokes).join('') }
}
