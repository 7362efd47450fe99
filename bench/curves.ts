import { type Growth, SIZES } from '#bench/search.ts'

const WIDTH = 900
const LEFT = 60
const RIGHT = 330
const TOP = 40
const HEIGHT = 460
const BOTTOM = 50
const MAX_SHOWN = 4
const MAX_GROWTH = 3
const COLOURS = ['#1f5c3f', '#b4532a', '#2b5d8c', '#8a6d1d', '#6b3f7a', '#3d7a78', '#9b2f4a', '#4f5b2a']
const GAP = 17

const x = (index: number) => LEFT + ((WIDTH - LEFT - RIGHT) * index) / (SIZES.length - 1)
const y = (times: number) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * Math.min(times, MAX_SHOWN)) / MAX_SHOWN
const text = (left: number, top: number, words: string, anchor = 'start') =>
  `<text x="${left}" y="${top}" text-anchor="${anchor}">${words}</text>`

const growthOf = (row: Growth): number[] => {
  const costs = SIZES.map((size) => Number(row[`ms a ${size}`]))
  return costs.map((cost) => cost / (costs[0] || 1))
}

/** An SVG chart of the cost of each case relative to 10,000 listings. */
export const drawGrowth = (rows: Growth[]): string => {
  const lines = rows.map((row, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const points = growthOf(row).map((times, at) => `${x(at).toFixed(1)},${y(times).toFixed(1)}`)
    const dashes = index >= COLOURS.length ? ' stroke-dasharray="5 3"' : ''
    const top = TOP + GAP * index
    const sample = `<line x1="${WIDTH - RIGHT + 20}" y1="${top}" x2="${WIDTH - RIGHT + 44}" y2="${top}" stroke="${colour}" stroke-width="2"${dashes}/>`
    const label = text(WIDTH - RIGHT + 52, top + 4, `${row.what}: × ${row.crescita}`)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>${sample}${label}`
  })
  const across = Array.from({ length: MAX_SHOWN + 1 }, (_, times) => {
    const colour = times === MAX_GROWTH ? '#b4532a' : '#ddd'
    const line = `<line x1="${LEFT}" y1="${y(times)}" x2="${WIDTH - RIGHT}" y2="${y(times)}" stroke="${colour}"/>`
    return line + text(LEFT - 10, y(times) + 4, `× ${times}`, 'end')
  })
  const below = SIZES.map((size, at) => text(x(at), HEIGHT - BOTTOM + 22, size.toLocaleString('it-IT'), 'middle'))
  const title = text(
    LEFT,
    22,
    'Costo di una richiesta (CPU di server e database) al crescere degli annunci, 10.000 = 1',
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#222">
<title>Costo di una richiesta al crescere degli annunci</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[title, ...across, ...below, ...lines].join('\n')}
</svg>
`
}
