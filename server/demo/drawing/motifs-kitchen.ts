import { onTable } from '#server/demo/drawing/motif.ts'
import { CRUST, INK, LINEN, METAL, RAMPS, WOOD } from '#server/demo/drawing/palette.ts'
import {
  box,
  circle,
  inside,
  line,
  oval,
  path,
  placed,
  ring,
  roundBox,
  times,
  turned,
} from '#server/demo/drawing/shapes.ts'

const LOAF = 'M-250 0C-300 -60 -285 -205 -160 -248C-70 -276 80 -276 165 -246C292 -200 302 -60 250 0Z'
const bread = onTable(
  270,
  ['ochre'],
  () =>
    inside(
      LOAF,
      CRUST.base,
      path('M70 -290C190 -230 240 -110 150 0H320V-290Z', CRUST.shade),
      path('M-262 -40C-275 -150 -210 -222 -110 -244C-190 -190 -222 -120 -210 -20Z', CRUST.light),
      box(-320, -22, 640, 22, CRUST.deep),
      times(4, (i) => {
        const x = -165 + i * 105
        return path(
          `M${x} -262C${x + 52} -205 ${x + 54} -120 ${x + 22} -62C${x - 22} -118 ${x - 28} -200 ${x} -262Z`,
          i > 2 ? LINEN.shade : LINEN.base,
        )
      }),
    ),
  1.36,
)

const JAR = roundBox(-130, -300, 260, 300, 44)
const jarOf = (
  content: { light: string; base: string; shade: string },
  lid: { base: string; shade: string; light: string },
) =>
  inside(JAR, content.base, box(48, -300, 100, 300, content.shade), box(-112, -300, 26, 300, content.light, 12)) +
  box(-130, -300, 260, 34, LINEN.base) +
  box(-82, -190, 164, 104, LINEN.light, 10) +
  box(-56, -162, 112, 12, lid.base, 6) +
  box(-36, -134, 72, 10, LINEN.deep, 5) +
  inside(
    'M-150 -276C-158 -318 -132 -372 -92 -378H92C132 -372 158 -318 150 -276C110 -294 80 -266 40 -284C10 -266 -30 -266 -50 -284C-80 -266 -120 -292 -150 -276Z',
    lid.base,
    path('M40 -390C70 -350 76 -300 60 -250H180V-390Z', lid.shade),
    times(9, (i) => circle(-130 + (i % 5) * 64 + (i > 4 ? 32 : 0), i > 4 ? -306 : -346, 9, lid.light)),
  ) +
  box(-104, -326, 208, 10, LINEN.base, 5)
const honey = onTable(
  190,
  ['terracotta', 'forest', 'dusk', 'wine'],
  (colour) =>
    placed(-60, 0, 1.12, jarOf(RAMPS.ochre, colour)) +
    turned(
      24,
      190,
      -40,
      box(182, -360, 16, 250, WOOD.base, 8),
      box(192, -360, 6, 250, WOOD.shade, 3),
      inside(
        roundBox(152, -120, 76, 110, 36),
        RAMPS.ochre.shade,
        times(4, (i) => box(140, -112 + i * 28, 100, 12, RAMPS.ochre.light)),
      ),
    ),
  1.18,
)

const jam = onTable(
  300,
  ['forest', 'dusk', 'ochre'],
  (colour) =>
    placed(-170, 0, 0.86, jarOf(RAMPS.wine, colour)) +
    placed(178, 0, 0.86, jarOf(RAMPS.terracotta, RAMPS.olive)) +
    placed(10, 26, 0.98, jarOf(RAMPS.ochre, RAMPS.rose)),
  1.22,
)

const RIND = 'M-250 -150V-60C-250 -16 -140 18 0 18C140 18 250 -16 250 -60V-150Z'
const cheese = onTable(
  260,
  ['ochre'],
  () =>
    inside(
      RIND,
      RAMPS.ochre.base,
      path('M60 -200H270V40H60Z', RAMPS.ochre.shade),
      box(-250, -150, 40, 170, RAMPS.ochre.light),
    ) +
    oval(0, -150, 250, 82, RAMPS.ochre.light) +
    path('M0 -150L246 -136C236 -92 160 -72 96 -70Z', '#fbeec4') +
    path('M0 -150L96 -70V16C60 16 20 -10 0 -46Z', '#f8e3a6') +
    path('M0 -150L246 -136V-52C230 -10 150 12 96 16V-70Z', '#f3d68b') +
    oval(60, -60, 14, 10, RAMPS.ochre.base) +
    oval(150, -30, 18, 13, RAMPS.ochre.base) +
    oval(182, -84, 12, 9, RAMPS.ochre.base) +
    oval(122, -58, 9, 7, RAMPS.ochre.base) +
    line('M-170 -164C-120 -196 -60 -204 -20 -204', LINEN.light, 10),
  1.46,
)

const BOTTLE =
  'M-70 0Q-84 0 -84 -16V-270C-84 -330 -36 -350 -34 -400V-520H34V-400C36 -350 84 -330 84 -270V-16Q84 0 70 0Z'
const GLASS =
  'M-84 -300H84C92 -200 64 -150 12 -142V-26H60Q70 -26 70 -14V0H-70V-14Q-70 -26 -60 -26H-12V-142C-64 -150 -92 -200 -84 -300Z'
const wine = onTable(
  220,
  ['forest', 'olive', 'wine'],
  (colour) =>
    placed(
      -90,
      0,
      1.08,
      inside(BOTTLE, colour.shade, box(24, -540, 80, 540, colour.deep), box(-66, -300, 16, 250, colour.base, 8)),
      box(-84, -230, 168, 140, LINEN.base),
      box(30, -230, 54, 140, LINEN.shade),
      circle(0, -176, 26, RAMPS.terracotta.base),
      box(-46, -126, 92, 10, LINEN.deep, 5),
      box(-38, -540, 76, 66, RAMPS.terracotta.base, 8),
      box(6, -540, 32, 66, RAMPS.terracotta.shade, 6),
    ) +
    placed(
      160,
      0,
      1.05,
      inside(
        GLASS,
        '#eef1ea',
        path('M-86 -236H86C84 -180 60 -146 0 -142C-60 -146 -84 -180 -86 -236Z', RAMPS.wine.base),
        path('M20 -236H90C84 -180 60 -150 20 -142Z', RAMPS.wine.shade),
        box(2, -142, 12, 120, METAL.base),
        box(14, -26, 60, 30, METAL.base),
      ),
      line('M-62 -280C-64 -220 -54 -190 -36 -172', '#ffffff', 9),
    ),
  1.02,
)

const CUP = 'M-150 -230H150C154 -110 110 -30 60 -20H-60C-110 -30 -154 -110 -150 -230Z'
const cup = onTable(
  210,
  ['terracotta', 'forest', 'dusk', 'wine'],
  (colour) =>
    line('M-50 -290C-80 -330 -20 -360 -50 -410', LINEN.light, 14) +
    line('M40 -290C10 -340 70 -370 40 -430', LINEN.light, 14) +
    ring(160, -150, 56, colour.shade, 28) +
    oval(0, -16, 220, 30, LINEN.shade) +
    oval(0, -24, 220, 28, LINEN.light) +
    inside(
      CUP,
      colour.base,
      path('M60 -240C70 -130 40 -50 -10 -10H180V-240Z', colour.shade),
      line('M-118 -200C-112 -130 -92 -90 -70 -66', colour.light, 16),
    ) +
    oval(0, -230, 150, 34, LINEN.base) +
    oval(0, -226, 132, 26, WOOD.deep) +
    path('M-132 -226A132 26 0 0 1 20 -252C-40 -240 -90 -232 -100 -214Z', WOOD.shade),
  1.26,
)

const cake = onTable(
  230,
  ['wine', 'terracotta'],
  (colour) =>
    path('M-40 -110H40L60 0H-60Z', METAL.base) +
    path('M10 -110H40L60 0H20Z', METAL.shade) +
    oval(0, -4, 120, 18, METAL.shade) +
    oval(0, -120, 260, 40, METAL.shade) +
    oval(0, -130, 260, 40, METAL.light) +
    inside(
      'M-210 -260V-150C-210 -120 -110 -104 0 -104C110 -104 210 -120 210 -150V-260Z',
      CRUST.light,
      box(70, -280, 160, 190, CRUST.base),
      box(-220, -206, 440, 20, LINEN.light),
    ) +
    oval(0, -262, 210, 52, LINEN.light) +
    path(
      'M-210 -262C-190 -210 -170 -250 -140 -216C-110 -190 -90 -240 -50 -206C-20 -180 10 -230 50 -204C90 -186 110 -240 140 -214C180 -210 190 -250 210 -262A210 52 0 0 0 -210 -262Z',
      LINEN.light,
    ) +
    times(
      5,
      (i) =>
        circle(-128 + i * 64, -284 - (2 - Math.abs(2 - i)) * 10, 34, colour.base) +
        circle(-138 + i * 64, -294 - (2 - Math.abs(2 - i)) * 10, 9, colour.light),
    ),
  1.3,
)

const POT = roundBox(-210, -230, 420, 230, 40)
const pot = onTable(
  220,
  ['terracotta', 'dusk', 'forest'],
  (colour) =>
    line('M-70 -360C-110 -410 -40 -440 -70 -500', LINEN.light, 16) +
    line('M60 -350C20 -400 90 -440 60 -490', LINEN.light, 16) +
    box(-276, -196, 90, 34, colour.deep, 17) +
    box(186, -196, 90, 34, colour.deep, 17) +
    inside(
      POT,
      colour.base,
      path('M90 -240C110 -130 80 -60 40 10H230V-240Z', colour.shade),
      box(-180, -190, 22, 130, colour.light, 11),
    ) +
    oval(0, -236, 220, 40, colour.shade) +
    path('M-220 -238C-200 -310 -90 -330 0 -330C90 -330 200 -310 220 -238C120 -214 -120 -214 -220 -238Z', colour.light) +
    path('M50 -328C130 -320 206 -300 220 -238C170 -226 120 -222 70 -221C110 -250 100 -300 50 -328Z', colour.base) +
    circle(0, -342, 26, INK.base) +
    circle(-8, -350, 8, INK.light),
  1.1,
)

const moka = onTable(
  150,
  ['terracotta', 'forest', 'wine'],
  (colour) =>
    line('M-110 -400C-220 -420 -250 -250 -180 -230', INK.base, 30) +
    path('M96 -440L172 -470L110 -360Z', METAL.shade) +
    inside(
      'M-104 -250L-130 -450H130L104 -250Z',
      METAL.base,
      path('M-40 -250L-50 -450H-90L-74 -250Z', METAL.light),
      path('M30 -250L40 -450H140L110 -250Z', METAL.shade),
    ) +
    path('M-136 -450L-20 -510H20L136 -450Z', METAL.base) +
    path('M20 -510L136 -450H40Z', METAL.shade) +
    circle(0, -526, 22, INK.base) +
    box(-100, -262, 200, 34, METAL.deep, 8) +
    inside(
      'M-98 -228H98L140 -16Q142 0 126 0H-126Q-142 0 -140 -16Z',
      METAL.base,
      path('M-36 -228L-54 10H-110L-74 -228Z', METAL.light),
      path('M30 -228L46 10H160L104 -228Z', METAL.shade),
    ) +
    box(-128, -84, 256, 34, colour.base) +
    box(40, -84, 90, 34, colour.shade),
  1.06,
)

export const KITCHEN = { bread, honey, jam, cheese, wine, cup, cake, pot, moka }
