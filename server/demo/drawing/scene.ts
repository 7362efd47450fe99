import type { Mood } from '#server/demo/drawing/palette.ts'
import type { Chance } from '#server/demo/drawing/random.ts'

/** Where a thing stands (or hangs) in a scene, and how large. */
export type Spot = { x: number; y: number; scale: number }
export type Scene = { drawing: string; main: Spot; pair: readonly [Spot, Spot] }
export type DrawScene = (mood: Mood, chance: Chance) => Scene

export const WHOLE = 'M0 0H1200V900H0Z'
