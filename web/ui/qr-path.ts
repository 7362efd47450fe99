import { encode } from 'uqr'

export type QrPath = { size: number; path: string }

// Adjacent dark modules become one rectangle, which makes the path four times shorter.
const rectangles = (row: readonly boolean[], y: number): string => {
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

/** A text as a QR code: its size in modules and the dark ones as one SVG path. */
export const toQrPath = (text: string): QrPath => {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  return { size, path: data.map(rectangles).join('') }
}
