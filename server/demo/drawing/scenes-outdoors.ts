import { LEAF, LINEN, type Mood, RAMPS } from '#server/demo/drawing/palette.ts'
import { type DrawScene, WHOLE } from '#server/demo/drawing/scene.ts'
import { box, circle, inside, line, oval, path, times } from '#server/demo/drawing/shapes.ts'

const hillsBehind = (mood: Mood, sunX: number, horizon: number) =>
  path(WHOLE, mood.sky) +
  circle(sunX, horizon - 190, 190, mood.halo) +
  circle(sunX, horizon - 190, 110, mood.sun) +
  path(
    `M0 ${horizon + 20}C180 ${horizon - 90} 330 ${horizon - 40} 480 ${horizon - 10}C660 ${horizon - 130} 860 ${horizon - 110} 1200 ${horizon + 10}V900H0Z`,
    mood.far,
  ) +
  path(
    `M0 ${horizon + 90}C260 ${horizon - 30} 420 ${horizon + 70} 620 ${horizon + 60}C820 ${horizon + 40} 980 ${horizon - 40} 1200 ${horizon + 40}V900H0Z`,
    mood.mid,
  )

const poplar = (x: number, y: number, size: number, fill: string) => oval(x, y - 80 * size, 20 * size, 86 * size, fill)

const hills: DrawScene = (mood, chance) => ({
  drawing:
    hillsBehind(mood, chance.number(240, 960), 440) +
    times(5, (i) => poplar(chance.number(90, 180) + i * 46, 520 + (i % 2) * 12, 0.8 + (i % 3) * 0.16, mood.near)) +
    inside(
      'M0 640C300 560 760 600 1200 570V900H0Z',
      mood.near,
      times(9, (i) =>
        line(
          `M${640 + i * 76} 560C${600 + i * 100} 640 ${560 + i * 130} 720 ${520 + i * 170} 900`,
          `${mood.mid}aa`,
          12,
        ),
      ),
    ) +
    path('M0 740C360 700 820 700 1200 730V900H0Z', mood.ground) +
    path('M0 800C360 780 820 790 1200 800V900H0Z', '#00000010'),
  main: { x: 600, y: 812, scale: 1.02 },
  pair: [
    { x: 430, y: 824, scale: 0.9 },
    { x: 850, y: 790, scale: 0.74 },
  ],
})

const alps: DrawScene = (mood, chance) => ({
  drawing:
    path(WHOLE, mood.sky) +
    circle(chance.number(180, 340), 190, 80, mood.sun) +
    path('M0 560L150 380L290 500L430 330L520 420L760 110L940 380L1040 300L1200 470V900H0Z', mood.far) +
    path('M760 110L660 240L716 226L752 268L800 214L850 246Z', LINEN.light) +
    path('M760 110L850 246L800 214L776 240Z', LINEN.shade) +
    path('M760 110L940 380L1040 300L1200 470V900H900C860 600 800 400 760 110Z', '#00000012') +
    path('M0 600C200 480 420 560 620 540C860 500 1020 520 1200 560V900H0Z', mood.mid) +
    times(7, (i) => path(`M${60 + i * 64} 640L${90 + i * 64} ${530 - (i % 3) * 22}L${120 + i * 64} 640Z`, mood.near)) +
    path('M0 640C320 590 760 620 1200 600V900H0Z', mood.near) +
    path('M0 740C360 710 820 705 1200 730V900H0Z', mood.ground) +
    path('M0 804C360 784 820 794 1200 804V900H0Z', '#00000010'),
  main: { x: 600, y: 816, scale: 1 },
  pair: [
    { x: 430, y: 826, scale: 0.9 },
    { x: 850, y: 794, scale: 0.74 },
  ],
})

// The arcades of the old centre, seen from the square: three bays, the middle one framing the thing.
const archway = (x: number, reach = 250) =>
  `M${x + 250 - reach} 716V470A${reach} ${reach} 0 0 1 ${x + 250 + reach} 470V716Z`
const portico: DrawScene = (mood, chance) => {
  const { light, base, shade } = mood.facade
  const shift = chance.number(-50, 50)
  const bay = (x: number) =>
    path(archway(x, 272), light) +
    inside(
      archway(x),
      mood.sky,
      path(`M${x} 600C${x + 150} 500 ${x + 300} 520 ${x + 500} 580V720H${x}Z`, mood.far),
      path(`M${x} 660C${x + 200} 600 ${x + 320} 630 ${x + 500} 640V720H${x}Z`, mood.mid),
      path(`M${x} 220H${x + 44}V720H${x}Z`, shade),
      path(`M${x} 470A250 250 0 0 1 ${x + 250} 220H${x + 294}A250 250 0 0 0 ${x + 44} 470V720H${x}Z`, shade),
    )
  const pier = (x: number) =>
    box(x + 96, 470, 64, 246, shade) +
    box(x - 16, 450, 192, 30, light, 4) +
    box(x + 96, 450, 80, 30, base, 4) +
    box(x - 12, 676, 184, 40, shade, 4)
  return {
    drawing:
      path(WHOLE, base) +
      box(0, 96, 1200, 20, light) +
      box(0, 116, 1200, 12, shade) +
      [-310, 350, 1010].map((x) => bay(x + shift)).join('') +
      [190, 850].map((x) => pier(x + shift)).join('') +
      box(0, 712, 1200, 188, mood.ground) +
      times(7, (i) =>
        path(`M${-200 + i * 240} 900L${150 + i * 150} 712H${156 + i * 150}L${-188 + i * 240} 900Z`, '#00000012'),
      ) +
      box(0, 712, 1200, 12, '#0000001a') +
      box(0, 792, 1200, 5, '#00000012'),
    main: { x: 600, y: 826, scale: 0.98 },
    pair: [
      { x: 430, y: 836, scale: 0.88 },
      { x: 850, y: 806, scale: 0.74 },
    ],
  }
}

const courtyard: DrawScene = (mood, chance) => {
  const tone = chance.pick([RAMPS.forest, RAMPS.dusk, RAMPS.wine] as const)
  const flip = chance.pick([0, 1] as const)
  const door = flip ? 950 : 40
  const pane = flip ? 130 : 880
  return {
    drawing:
      path(WHOLE, mood.wall) +
      path('M0 0H1200V120L0 300Z', mood.wallLight) +
      box(0, 590, 1200, 120, mood.wallShade) +
      box(door - 24, 250, 258, 460, LINEN.base, 6) +
      path(
        `M${door} 710V300Q${door} 270 ${door + 30} 270H${door + 180}Q${door + 210} 270 ${door + 210} 300V710Z`,
        tone.base,
      ) +
      box(door + 105, 274, 105, 436, tone.shade) +
      times(
        2,
        (i) =>
          box(door + 24 + i * 100, 310, 62, 150, tone.deep, 4) + box(door + 24 + i * 100, 500, 62, 160, tone.deep, 4),
      ) +
      box(pane, 150, 190, 270, LINEN.base) +
      box(pane + 18, 168, 154, 234, mood.sky) +
      box(pane + 88, 168, 14, 234, LINEN.base) +
      box(pane - 84, 156, 78, 258, tone.base, 4) +
      box(pane + 196, 156, 78, 258, tone.shade, 4) +
      times(
        6,
        (i) => box(pane - 74, 172 + i * 40, 58, 22, tone.shade) + box(pane + 206, 172 + i * 40, 58, 22, tone.deep),
      ) +
      box(pane - 20, 414, 230, 22, LINEN.shade, 4) +
      times(
        6,
        (i) =>
          circle(pane + i * 38, 404, 24, i % 2 ? LEAF.base : LEAF.shade) +
          circle(pane + 6 + i * 38, 396, 9, RAMPS.terracotta.light),
      ) +
      box(0, 706, 1200, 194, mood.ground) +
      times(3, (row) => times(9, (i) => oval(40 + i * 150 + (row % 2) * 75, 760 + row * 54, 56, 13, '#0000000d'))),
    main: { x: 600, y: 824, scale: 1 },
    pair: [
      { x: 430, y: 834, scale: 0.9 },
      { x: 850, y: 804, scale: 0.74 },
    ],
  }
}

export const OUTDOORS = { hills, alps, portico, courtyard }
