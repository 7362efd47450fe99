// The few marks every illustration is made of, as SVG strings. Presentation attributes only: no style
// attribute, so that the drawings also pass under a strict content policy.

const hash = (text: string): string => {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return (value >>> 0).toString(36)
}

export const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

export const box = (x: number, y: number, width: number, height: number, fill: string, round = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}"${round ? ` rx="${round}"` : ''} fill="${fill}"/>`

export const circle = (cx: number, cy: number, r: number, fill: string): string =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`

export const ring = (cx: number, cy: number, r: number, colour: string, width: number): string =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${colour}" stroke-width="${width}"/>`

export const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** A silhouette in its base colour with shades and lights kept within it. */
export const inside = (d: string, fill: string, ...layers: string[]): string => {
  const id = `c${hash(d)}`
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${path(d, fill)}${layers.join('')}</g>`
}

export const faded = (opacity: number, ...content: string[]): string =>
  `<g opacity="${opacity}">${content.join('')}</g>`

export const turned = (degrees: number, x: number, y: number, ...content: string[]): string =>
  `<g transform="rotate(${degrees} ${x} ${y})">${content.join('')}</g>`

export const placed = (x: number, y: number, scale: number, ...content: string[]): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${content.join('')}</g>`

/** The same mark repeated: `times(3, (i) => circle(i * 40, 0, 10, fill))`. */
export const times = (count: number, mark: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => mark(index)).join('')

/** Path of a rectangle with rounded corners, for use as a silhouette. */
export const roundBox = (x: number, y: number, w: number, h: number, r: number): string =>
  `M${x + r} ${y}H${x + w - r}Q${x + w} ${y} ${x + w} ${y + r}V${y + h - r}Q${x + w} ${y + h} ${x + w - r} ${y + h}H${x + r}Q${x} ${y + h} ${x} ${y + h - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`

export const disc = (cx: number, cy: number, r: number): string =>
  `M${cx - r} ${cy}A${r} ${r} 0 1 1 ${cx + r} ${cy}A${r} ${r} 0 1 1 ${cx - r} ${cy}Z`

export const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
