import { onTable } from '#server/demo/drawing/motif.ts'
import { INK, LINEN, METAL, RAMPS, WOOD } from '#server/demo/drawing/palette.ts'
import {
  box,
  circle,
  disc,
  inside,
  line,
  oval,
  path,
  placed,
  roundBox,
  times,
  turned,
} from '#server/demo/drawing/shapes.ts'

const GUITAR =
  'M0 -330C70 -330 112 -296 104 -240C98 -206 96 -190 124 -160C184 -100 150 0 0 0C-150 0 -184 -100 -124 -160C-96 -190 -98 -206 -104 -240C-112 -296 -70 -330 0 -330Z'
const guitar = onTable(
  150,
  ['ochre', 'terracotta'],
  (colour) =>
    turned(
      6,
      0,
      0,
      placed(
        0,
        0,
        1.06,
        box(-20, -560, 40, 260, WOOD.deep),
        path('M-30 -600H30L24 -520H-24Z', WOOD.shade),
        times(3, (i) => circle(-38, -588 + i * 24, 8, METAL.base) + circle(38, -588 + i * 24, 8, METAL.shade)),
        inside(
          GUITAR,
          colour.base,
          path('M40 -340C130 -240 60 -200 130 -120C150 -60 90 0 40 10H200V-340Z', colour.shade),
          line('M-108 -70C-112 -110 -96 -136 -74 -156', colour.light, 14),
        ),
        circle(0, -196, 54, WOOD.shade),
        circle(0, -196, 42, INK.shade),
        box(-64, -82, 128, 22, WOOD.deep, 6),
        times(4, (i) => line(`M${-12 + i * 8} -540V-74`, LINEN.base, 2.5)),
        times(5, (i) => box(-20, -520 + i * 44, 40, 4, METAL.base)),
      ),
    ),
  0.98,
)

const accordion = onTable(
  290,
  ['wine', 'terracotta', 'forest'],
  (colour) =>
    times(
      7,
      (i) =>
        path(
          `M${-110 + i * 32} ${-346 - Math.sin((i / 6) * Math.PI) * 26}L${-94 + i * 32} ${-370 - Math.sin((i / 6) * Math.PI) * 26}L${-78 + i * 32} ${-346 - Math.sin((i / 6) * Math.PI) * 26}V-20H${-110 + i * 32}Z`,
          i % 2 ? LINEN.shade : LINEN.base,
        ) + box(-110 + i * 32, -346, 8, 326, colour.shade),
    ) +
    inside(
      roundBox(-290, -390, 190, 390, 34),
      colour.base,
      box(-160, -400, 70, 410, colour.shade),
      box(-276, -370, 12, 330, colour.light, 6),
    ) +
    times(8, (i) => box(-282, -356 + i * 42, 74, 36, LINEN.light, 6)) +
    times(6, (i) => box(-282, -328 + i * 56, 46, 18, INK.base, 5)) +
    inside(roundBox(110, -390, 170, 390, 34), colour.base, box(210, -400, 90, 410, colour.shade)) +
    times(12, (i) => circle(150 + (i % 3) * 44, -330 + Math.floor(i / 3) * 74, 15, LINEN.light)),
  1.16,
)

const toy = onTable(
  280,
  ['terracotta', 'dusk', 'forest'],
  (colour) =>
    box(-260, -130, 470, 60, WOOD.base, 12) +
    box(-260, -130, 470, 20, WOOD.light, 10) +
    inside(roundBox(-250, -370, 190, 250, 16), colour.base, box(-120, -370, 70, 250, colour.shade)) +
    box(-222, -330, 110, 96, LINEN.base, 12) +
    box(-276, -404, 242, 44, RAMPS.ochre.base, 16) +
    box(-120, -404, 86, 44, RAMPS.ochre.shade, 16) +
    inside(
      roundBox(-70, -280, 250, 160, 50),
      RAMPS.forest.base,
      box(-70, -190, 250, 80, RAMPS.forest.shade),
      box(-50, -262, 200, 16, RAMPS.forest.light, 8),
    ) +
    path('M60 -280L44 -390H136L120 -280Z', RAMPS.ochre.base) +
    path('M94 -280V-390H136L120 -280Z', RAMPS.ochre.shade) +
    box(34, -406, 112, 30, RAMPS.ochre.light, 12) +
    path('M200 -130L280 -30H190Z', RAMPS.terracotta.shade) +
    [-190, 0, 140]
      .map(
        (x, i) =>
          circle(x, -70, i ? 64 : 72, WOOD.shade) +
          circle(x, -70, i ? 48 : 56, RAMPS.ochre.light) +
          circle(x, -70, 16, WOOD.deep),
      )
      .join(''),
  1.2,
)

const teddy = onTable(200, ['ochre', 'rose'], () => {
  const fur = { base: '#c79a63', shade: '#a87b47', light: '#e2c090' }
  return (
    circle(-110, -470, 62, fur.base) +
    circle(110, -470, 62, fur.shade) +
    circle(-110, -470, 34, fur.light) +
    circle(110, -470, 34, fur.light) +
    oval(-180, -210, 56, 100, fur.base) +
    oval(180, -210, 56, 100, fur.shade) +
    inside(
      'M-160 -170C-160 -300 -80 -320 0 -320C80 -320 160 -300 160 -170C160 -60 90 0 0 0C-90 0 -160 -60 -160 -170Z',
      fur.base,
      path('M60 -330C130 -200 90 -60 30 10H180V-330Z', fur.shade),
      oval(-6, -150, 88, 106, fur.light),
    ) +
    inside(disc(0, -390, 146), fur.base, path('M60 -550C140 -440 120 -300 40 -230H180V-550Z', fur.shade)) +
    oval(0, -350, 66, 54, fur.light) +
    oval(0, -376, 26, 18, INK.base) +
    line('M0 -360V-340C-10 -326 -24 -326 -32 -334M0 -340C10 -326 24 -326 32 -334', INK.base, 6) +
    circle(-58, -410, 14, INK.base) +
    circle(58, -410, 14, INK.base) +
    circle(-62, -414, 5, LINEN.light) +
    circle(54, -414, 5, LINEN.light) +
    oval(-120, -46, 82, 60, fur.base) +
    oval(120, -46, 82, 60, fur.shade) +
    oval(-120, -42, 44, 34, fur.light) +
    oval(120, -42, 44, 34, fur.light) +
    path('M0 -262L-84 -300V-222ZM0 -262L84 -300V-222Z', RAMPS.terracotta.base) +
    circle(0, -262, 22, RAMPS.terracotta.shade)
  )
})

const camera = onTable(
  270,
  ['terracotta', 'forest', 'dusk'],
  (colour) =>
    path('M-90 -330L-60 -400H60L90 -330Z', METAL.base) +
    path('M20 -400H60L90 -330H30Z', METAL.shade) +
    box(-210, -360, 90, 40, METAL.shade, 10) +
    circle(180, -350, 34, METAL.base) +
    inside(
      roundBox(-270, -340, 540, 340, 40),
      colour.base,
      box(150, -340, 140, 340, colour.shade),
      box(-270, -340, 540, 80, METAL.light),
      box(150, -340, 140, 80, METAL.base),
      box(-270, -60, 540, 60, METAL.base),
    ) +
    circle(0, -170, 150, INK.base) +
    circle(0, -170, 118, METAL.shade) +
    circle(0, -170, 104, INK.shade) +
    circle(0, -170, 66, RAMPS.dusk.shade) +
    path('M-50 -214A66 66 0 0 1 44 -218C10 -200 -30 -180 -58 -140A66 66 0 0 1 -50 -214Z', RAMPS.dusk.light) +
    box(-236, -310, 80, 34, INK.base, 8) +
    circle(226, -300, 14, RAMPS.terracotta.base),
  1.16,
)

const chess = onTable(
  220,
  ['terracotta', 'forest', 'wine'],
  (colour) => {
    const body = (tone: { base: string; shade: string; light: string }, top: string) =>
      inside(
        'M-60 -80C-30 -150 -34 -220 -44 -270H44C34 -220 30 -150 60 -80Z',
        tone.base,
        path('M10 -280H80V-70H24Z', tone.shade),
      ) +
      top +
      box(-70, -290, 140, 30, tone.base, 15) +
      box(-84, -92, 168, 36, tone.base, 18) +
      box(10, -92, 74, 36, tone.shade, 18) +
      box(-104, -60, 208, 60, tone.base, 16) +
      box(10, -60, 94, 60, tone.shade, 16)
    const pawn = inside(disc(0, -350, 76), LINEN.base, path('M20 -430C70 -370 60 -310 10 -270H90V-430Z', LINEN.shade))
    const rook = inside(
      'M-96 -300V-430H-52V-396H-22V-430H22V-396H52V-430H96V-300Z',
      colour.base,
      box(20, -440, 90, 150, colour.shade),
    )
    return placed(110, 0, 1.24, body(colour, rook)) + placed(-120, 0, 1, body(LINEN, pawn))
  },
  1.04,
)

export const PLAY = { guitar, accordion, toy, teddy, camera, chess }
