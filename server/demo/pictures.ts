import type { Motif } from '#server/demo/drawing/motif.ts'
import { CRAFT } from '#server/demo/drawing/motifs-craft.ts'
import { GARDEN } from '#server/demo/drawing/motifs-garden.ts'
import { HARVEST } from '#server/demo/drawing/motifs-harvest.ts'
import { HOME } from '#server/demo/drawing/motifs-home.ts'
import { KITCHEN } from '#server/demo/drawing/motifs-kitchen.ts'
import { OUTINGS } from '#server/demo/drawing/motifs-outings.ts'
import { PLAY } from '#server/demo/drawing/motifs-play.ts'
import { STREET } from '#server/demo/drawing/motifs-street.ts'
import { WARDROBE } from '#server/demo/drawing/motifs-wardrobe.ts'
import { MOODS, type Mood, type MoodName, RAMPS, type RampName } from '#server/demo/drawing/palette.ts'
import { type Chance, chanceOf } from '#server/demo/drawing/random.ts'
import type { Spot } from '#server/demo/drawing/scene.ts'
import { INDOORS } from '#server/demo/drawing/scenes-indoors.ts'
import { OUTDOORS } from '#server/demo/drawing/scenes-outdoors.ts'
import { faded, oval, path, placed, svg } from '#server/demo/drawing/shapes.ts'

const MOTIFS = {
  ...KITCHEN,
  ...HARVEST,
  ...GARDEN,
  ...HOME,
  ...WARDROBE,
  ...CRAFT,
  ...PLAY,
  ...OUTINGS,
  ...STREET,
} satisfies Record<string, Motif>
const SCENES = { ...INDOORS, ...OUTDOORS }
export type MotifName = keyof typeof MOTIFS
type SceneName = keyof typeof SCENES

/** What to draw; whatever is left out is chosen by the seed. */
export type PictureSpec = {
  seed: string
  motif: MotifName
  beside?: MotifName
  scene?: SceneName
  mood?: MoodName
  colour?: RampName
}
export type LogoSpec = { motif: MotifName; mood: MoodName; colour?: RampName }

const MOOD_NAMES = Object.keys(MOODS) as [MoodName, ...MoodName[]]
const FITTING: Record<Motif['place'], readonly [SceneName, ...SceneName[]]> = {
  table: ['table', 'window', 'stall', 'shelf', 'table', 'poster'],
  ground: ['hills', 'alps', 'portico', 'courtyard', 'poster'],
  peg: ['pegs'],
}

const colourFor = (motif: Motif, mood: Mood, chance: Chance): RampName => {
  const clear = motif.colours.filter((name) => !mood.clash.includes(name))
  return chance.pick((clear.length ? clear : motif.colours) as Motif['colours'])
}

const stood = (motif: Motif, colour: RampName, spot: Spot): string => {
  const shadow = motif.foot ? faded(0.16, oval(26, 4, motif.foot * 1.08, 24, '#2b1d10')) : ''
  return placed(spot.x, spot.y, spot.scale * motif.size, shadow, motif.draw(RAMPS[colour]))
}

// Two things side by side need room: what is drawn larger alone gives most of that back.
const calmer = (motif: Motif): Motif => ({ ...motif, size: 1 + (motif.size - 1) * 0.35 })

/** A 1200 × 900 illustration as SVG; the same spec always gives the same drawing. */
export const drawPicture = (spec: PictureSpec): string => {
  const chance = chanceOf(spec.seed)
  const motif: Motif = MOTIFS[spec.motif]
  const mood: Mood = MOODS[spec.mood ?? chance.pick(MOOD_NAMES)]
  const scene = SCENES[spec.scene ?? chance.pick(FITTING[motif.place])](mood, chance)
  const colour = spec.colour ?? colourFor(motif, mood, chance)
  if (!spec.beside)
    return svg(
      1200,
      900,
      scene.drawing + stood(motif, colour, { ...scene.main, x: scene.main.x + chance.number(-36, 36) }),
    )
  const beside: Motif = MOTIFS[spec.beside]
  const [front, back] = scene.pair
  return svg(
    1200,
    900,
    scene.drawing + stood(calmer(beside), colourFor(beside, mood, chance), back) + stood(calmer(motif), colour, front),
  )
}

/** A 400 × 400 badge as SVG: one motif on a hill, within a plain ground. */
export const drawLogo = (spec: LogoSpec): string => {
  const mood: Mood = MOODS[spec.mood]
  const motif: Motif = MOTIFS[spec.motif]
  const spot = motif.place === 'peg' ? { x: 200, y: 60, scale: 0.44 } : { x: 200, y: 312, scale: 0.42 }
  const ground =
    path('M0 0H400V400H0Z', mood.wall) +
    oval(200, 190, 150, 150, mood.wallLight) +
    path('M0 300C120 276 280 276 400 300V400H0Z', mood.wallShade)
  return svg(400, 400, ground + stood(motif, spec.colour ?? motif.colours[0], spot))
}
