import { LINEN, type Mood, RAMPS, WOOD } from '#server/demo/drawing/palette.ts'
import { type DrawScene, WHOLE } from '#server/demo/drawing/scene.ts'
import { box, circle, faded, inside, oval, path, placed, times } from '#server/demo/drawing/shapes.ts'

// Light falling through a window nobody sees: it gives every wall the same direction.
const sunlight = (mood: Mood, x: number) =>
  path(`M${x} 0H${x + 300}L${x + 120} 640H${x - 180}Z`, mood.wallLight) +
  path(`M${x + 340} 0H${x + 420}L${x + 240} 640H${x + 160}Z`, mood.wallLight)

const table: DrawScene = (mood, chance) => {
  const cloth = chance.pick(['plain', 'stripes', 'checks', 'wood'] as const)
  const top = 'M0 640H1200V900H0Z'
  const covers = {
    wood: inside(
      top,
      WOOD.base,
      times(4, (i) => box(0, 668 + i * 62, 1200, 5, WOOD.shade)),
      box(0, 640, 1200, 16, WOOD.light),
    ),
    plain: inside(
      top,
      LINEN.base,
      box(0, 640, 1200, 16, LINEN.light),
      box(0, 846, 1200, 14, mood.cloth.base),
      box(0, 872, 1200, 7, mood.cloth.base),
    ),
    stripes: inside(
      top,
      LINEN.base,
      times(11, (i) =>
        path(
          `M${40 + i * 112} 640H${72 + i * 112}L${(i - 5) * 34 + 72 + i * 112} 900H${(i - 5) * 34 + 24 + i * 112}Z`,
          mood.cloth.light,
        ),
      ),
      box(0, 640, 1200, 14, LINEN.light),
    ),
    checks: inside(
      top,
      LINEN.base,
      times(10, (i) =>
        path(
          `M${30 + i * 124} 640H${92 + i * 124}L${(i - 4.5) * 36 + 92 + i * 124} 900H${(i - 4.5) * 36 + 20 + i * 124}Z`,
          `${mood.cloth.base}59`,
        ),
      ),
      times(3, (i) => box(0, 650 + i * 84, 1200, 40, `${mood.cloth.base}59`)),
      box(0, 640, 1200, 8, LINEN.light),
    ),
  }
  return {
    drawing:
      path(WHOLE, mood.wall) +
      sunlight(mood, chance.number(240, 560)) +
      box(0, 612, 1200, 28, mood.wallShade) +
      covers[cloth],
    main: { x: 600, y: 770, scale: 1 },
    pair: [
      { x: 450, y: 790, scale: 0.88 },
      { x: 830, y: 740, scale: 0.74 },
    ],
  }
}

const shutter = (x: number, tone: { base: string; shade: string; light: string }) =>
  box(x, 60, 170, 610, tone.base, 6) +
  times(13, (i) => box(x + 22, 92 + i * 43, 126, 26, tone.shade, 3) + box(x + 22, 92 + i * 43, 126, 7, tone.light, 3))

const window: DrawScene = (mood, chance) => ({
  drawing:
    path(WHOLE, mood.wall) +
    box(230, 60, 740, 620, LINEN.shade, 8) +
    inside(
      'M262 92H938V660H262Z',
      mood.sky,
      circle(chance.number(380, 820), 260, 92, mood.halo),
      path('M200 520C330 420 470 440 560 500C700 400 820 420 1000 500V700H200Z', mood.far),
      path('M200 590C360 520 520 560 640 580C760 560 860 520 1000 570V700H200Z', mood.mid),
    ) +
    box(592, 92, 16, 568, LINEN.shade) +
    box(262, 330, 676, 14, LINEN.shade) +
    box(262, 92, 676, 16, `${LINEN.deep}88`) +
    shutter(40, mood.clash.length > 2 ? RAMPS.olive : RAMPS.forest) +
    shutter(990, mood.clash.length > 2 ? RAMPS.olive : RAMPS.forest) +
    box(0, 690, 1200, 210, mood.wallShade) +
    box(150, 670, 900, 56, LINEN.light, 8) +
    box(150, 704, 900, 22, LINEN.shade, 8) +
    faded(0.18, box(180, 726, 870, 20, '#3a2a1a')),
  main: { x: 600, y: 694, scale: 0.92 },
  pair: [
    { x: 460, y: 696, scale: 0.82 },
    { x: 810, y: 690, scale: 0.68 },
  ],
})

const stall: DrawScene = (mood, chance) => {
  const tone = chance.pick([RAMPS.terracotta, RAMPS.forest, RAMPS.dusk, RAMPS.wine] as const)
  return {
    drawing:
      path(WHOLE, mood.wall) +
      box(0, 180, 1200, 110, mood.wallShade) +
      sunlight(mood, 700) +
      times(10, (i) =>
        path(`M${i * 120} 0H${i * 120 + 120}V150A60 54 0 0 1 ${i * 120} 150Z`, i % 2 ? LINEN.light : tone.base),
      ) +
      box(0, 140, 1200, 12, '#00000014') +
      box(60, 200, 22, 460, WOOD.shade) +
      box(1118, 200, 22, 460, WOOD.deep) +
      box(0, 660, 1200, 44, WOOD.light) +
      box(0, 692, 1200, 14, WOOD.shade) +
      box(0, 706, 1200, 194, tone.shade) +
      times(13, (i) => path(`M${i * 100 - 50} 706H${i * 100 + 50}L${i * 100} 770Z`, LINEN.base)),
    main: { x: 600, y: 682, scale: 0.88 },
    pair: [
      { x: 420, y: 682, scale: 0.78 },
      { x: 830, y: 678, scale: 0.72 },
    ],
  }
}

const shelf: DrawScene = (mood, chance) => {
  const quiet = mood.wallShade
  const left = chance.pick([
    box(110, 430, 56, 262, quiet, 6) + box(172, 470, 44, 222, quiet, 6) + box(222, 410, 62, 282, quiet, 6),
    path('M130 692C90 600 110 520 170 500V430H230V500C290 520 310 600 270 692Z', quiet),
  ] as const)
  const right = chance.pick([
    placed(
      1000,
      692,
      1,
      path('M-70 0L-90 -120H90L70 0Z', quiet),
      oval(-40, -190, 34, 90, quiet),
      oval(40, -190, 34, 90, quiet),
      oval(0, -220, 36, 110, quiet),
    ),
    box(930, 590, 170, 102, quiet, 14) + box(960, 520, 120, 78, quiet, 14),
  ] as const)
  return {
    drawing:
      path(WHOLE, mood.wall) +
      sunlight(mood, chance.number(300, 620)) +
      left +
      right +
      box(60, 692, 1080, 46, WOOD.base, 6) +
      box(60, 692, 1080, 14, WOOD.light, 6) +
      box(60, 730, 1080, 12, WOOD.deep, 4) +
      path('M200 742H240V840Q220 840 200 800Z', WOOD.deep) +
      path('M960 742H1000V800Q980 840 960 840Z', WOOD.deep) +
      faded(0.5, box(80, 742, 1080, 26, quiet)),
    main: { x: 600, y: 698, scale: 0.96 },
    pair: [
      { x: 470, y: 698, scale: 0.86 },
      { x: 820, y: 698, scale: 0.7 },
    ],
  }
}

const poster: DrawScene = (mood, chance) => {
  const shape = chance.pick(['disc', 'arch', 'hill'] as const)
  const shapes = {
    disc: circle(600, 420, 350, mood.wallLight),
    arch: path('M300 760V420A300 300 0 0 1 900 420V760Z', mood.wallLight),
    hill: path('M0 560C220 380 420 420 620 500C820 380 1020 400 1200 500V900H0Z', mood.wallLight),
  }
  return {
    drawing: path(WHOLE, mood.wall) + shapes[shape] + box(0, 740, 1200, 160, mood.wallShade),
    main: { x: 600, y: 786, scale: 1.1 },
    pair: [
      { x: 440, y: 800, scale: 0.95 },
      { x: 840, y: 770, scale: 0.8 },
    ],
  }
}

const pegs: DrawScene = (mood, chance) => ({
  drawing:
    path(WHOLE, mood.wall) +
    sunlight(mood, chance.number(260, 600)) +
    box(0, 780, 1200, 120, mood.wallShade) +
    box(0, 770, 1200, 14, mood.wallLight) +
    faded(0.5, box(90, 150, 1040, 20, mood.wallShade)) +
    box(80, 96, 1040, 56, WOOD.base, 10) +
    box(80, 96, 1040, 16, WOOD.light, 8) +
    [180, 600, 1020].map((x) => circle(x, 128, 20, WOOD.deep) + circle(x - 3, 124, 14, WOOD.shade)).join(''),
  main: { x: 600, y: 150, scale: 1.08 },
  pair: [
    { x: 330, y: 150, scale: 0.9 },
    { x: 860, y: 150, scale: 0.9 },
  ],
})

export const INDOORS = { table, window, stall, shelf, poster, pegs }
