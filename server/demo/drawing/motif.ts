import type { Ramp, RampName } from '#server/demo/drawing/palette.ts'

/**
 * One thing to draw. Standing things have their origin at the middle of their foot, hanging ones at the hook;
 * both are about 600 units at their largest.
 */
export type Motif = {
  draw: (colour: Ramp) => string
  colours: readonly [RampName, ...RampName[]]
  /** Where the thing belongs: on a table, on the ground outdoors, or on a peg. */
  place: 'table' | 'ground' | 'peg'
  /** Half the width of the shadow it casts. */
  foot: number
  /** Low things are drawn larger, so that they fill the picture as tall ones do. */
  size: number
}

type Make = (foot: number, colours: Motif['colours'], draw: Motif['draw'], size?: number) => Motif

export const onTable: Make = (foot, colours, draw, size = 1) => ({ draw, colours, foot, size, place: 'table' })
export const onGround: Make = (foot, colours, draw, size = 1) => ({ draw, colours, foot, size, place: 'ground' })
export const onPeg = (colours: Motif['colours'], draw: Motif['draw']): Motif => ({
  draw,
  colours,
  foot: 0,
  size: 1,
  place: 'peg',
})
