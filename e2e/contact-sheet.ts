import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

const COLUMNS = 6
const TILE = { width: 390, height: 844 }
const GAP = 16
const CAPTION = 28
const BACKGROUND = '#8a8577'

const caption = (text: string) =>
  Buffer.from(
    `<svg width="${TILE.width}" height="${CAPTION}"><text x="4" y="20" font-family="sans-serif" font-size="18" fill="#fff">${text}</text></svg>`,
  )

type Tile = { name: string; picture: Buffer; height: number }

const tile = async (folder: string, file: string): Promise<Tile> => {
  const { data, info } = await sharp(join(folder, file))
    .resize({ width: TILE.width })
    .toBuffer({ resolveWithObject: true })
  const height = Math.min(info.height, TILE.height)
  const picture = await sharp(data).extract({ left: 0, top: 0, width: TILE.width, height }).toBuffer()
  return { name: file.replace('.png', ''), picture, height }
}

/** Puts all pictures of a folder on one sheet, each with its name, cropped to the height of a phone. */
export const contactSheet = async (folder: string, sheet: string): Promise<void> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted()
  const tiles = await Promise.all(files.map((file) => tile(folder, file)))
  const layers: OverlayOptions[] = []
  let top = GAP
  for (let first = 0; first < tiles.length; first += COLUMNS) {
    const row = tiles.slice(first, first + COLUMNS)
    for (const [column, { name, picture }] of row.entries()) {
      const left = GAP + column * (TILE.width + GAP)
      layers.push({ input: caption(name), left, top }, { input: picture, left, top: top + CAPTION })
    }
    top += CAPTION + GAP + Math.max(...row.map(({ height }) => height))
  }
  const width = GAP + Math.min(COLUMNS, tiles.length) * (TILE.width + GAP)
  await sharp({ create: { width, height: top, channels: 3, background: BACKGROUND } })
    .composite(layers)
    .toFile(sheet)
}

/** Writes a page with all sheets. */
export const index = async (folder: string, sheets: string[]): Promise<void> => {
  const links = sheets.map(
    (sheet) => `<h2>${sheet}</h2><a href="${sheet}.png"><img src="${sheet}.png" width="1200" loading="lazy"></a>`,
  )
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Piazza</title>${links.join('\n')}`,
  )
}
