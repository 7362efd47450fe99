import { onGround, onTable } from '#server/demo/drawing/motif.ts'
import { INK, LEAF, LINEN, METAL, RAMPS, WOOD } from '#server/demo/drawing/palette.ts'
import {
  box,
  circle,
  disc,
  faded,
  inside,
  line,
  path,
  placed,
  roundBox,
  times,
  turned,
} from '#server/demo/drawing/shapes.ts'

const LEAFLET = 'M0 0C-70 -60 -80 -170 0 -260C80 -170 70 -60 0 0Z'
const leaf = (turn: number, size: number, tone: { light: string; base: string; shade: string }) =>
  turned(
    turn,
    0,
    -190,
    placed(
      0,
      -190,
      size,
      inside(LEAFLET, tone.base, path('M0 0V-260H90V0Z', tone.shade)),
      line('M0 0V-210', tone.light, 5),
    ),
  )
const FLOWERPOT = 'M-130 -200H130L100 -14Q98 0 84 0H-84Q-98 0 -100 -14Z'
const plant = onTable(
  150,
  ['terracotta', 'dusk', 'ochre', 'rose'],
  (colour) =>
    leaf(-58, 0.92, LEAF) +
    leaf(58, 0.92, { ...LEAF, base: LEAF.shade, shade: LEAF.deep }) +
    leaf(-30, 1.15, LEAF) +
    leaf(31, 1.12, LEAF) +
    leaf(0, 1.36, { ...LEAF, light: '#b3cf9d' }) +
    inside(
      FLOWERPOT,
      colour.base,
      path('M40 -210L20 10H150V-210Z', colour.shade),
      path('M-104 -180L-84 -20H-66L-82 -180Z', colour.light),
    ) +
    box(-146, -226, 292, 50, colour.base, 10) +
    box(40, -226, 106, 50, colour.shade, 10),
  1.08,
)

const lamp = onTable(
  150,
  ['ochre', 'terracotta', 'forest'],
  (colour) =>
    faded(0.35, circle(0, -330, 290, '#fbe6b0')) +
    faded(0.4, circle(0, -330, 210, '#fdf0cc')) +
    box(-14, -300, 28, 270, WOOD.shade) +
    box(2, -300, 12, 270, WOOD.deep) +
    inside(
      'M-110 0C-110 -50 -60 -64 0 -64C60 -64 110 -50 110 0Z',
      WOOD.base,
      path('M30 -70C70 -50 70 -20 60 10H130V-70Z', WOOD.shade),
    ) +
    inside(
      'M-110 -520H110L210 -270H-210Z',
      colour.light,
      path('M20 -530H120L230 -260H70Z', colour.base),
      path('M-90 -520L-176 -270H-130L-60 -520Z', LINEN.light),
    ) +
    box(-214, -282, 428, 18, colour.shade, 9) +
    box(-112, -528, 224, 14, colour.shade, 7),
)

const chair = onGround(
  210,
  ['terracotta', 'forest', 'dusk', 'wine'],
  (colour) =>
    line('M-120 -290L-150 -580', colour.shade, 34) +
    line('M150 -290L160 -580', colour.deep, 34) +
    line('M-150 -580L-190 0', colour.base, 32) +
    line('M-140 -540C-60 -570 80 -570 156 -540', colour.base, 44) +
    line('M-132 -450C-60 -474 80 -474 152 -450', colour.base, 34) +
    line('M-128 -368C-60 -388 80 -388 150 -368', colour.base, 28) +
    line('M120 -250L120 -40', colour.deep, 28) +
    line('M-110 -250L-104 -40', colour.deep, 28) +
    line('M160 -580L200 0', colour.shade, 32) +
    line('M-176 -110H186', colour.shade, 18) +
    path('M-176 -290H176L226 -210Q230 -190 206 -190H-206Q-230 -190 -226 -210Z', RAMPS.ochre.base) +
    path('M-176 -290H176L0 -246Z', RAMPS.ochre.light) +
    path('M176 -290L226 -210Q230 -190 206 -190L0 -246Z', RAMPS.ochre.shade) +
    line('M-206 -196H206', RAMPS.ochre.deep, 14),
)

const armchair = onGround(
  280,
  ['forest', 'terracotta', 'dusk', 'wine', 'olive'],
  (colour) =>
    line('M-190 -40L-204 0', WOOD.deep, 28) +
    line('M190 -40L204 0', WOOD.deep, 28) +
    inside(
      'M-210 -80V-420C-210 -560 -120 -600 0 -600C120 -600 210 -560 210 -420V-80Z',
      colour.base,
      path('M70 -620C130 -560 130 -300 110 -60H240V-620Z', colour.shade),
      line('M-170 -240V-420C-168 -500 -120 -550 -60 -562', colour.light, 12),
    ) +
    inside(
      roundBox(-180, -270, 360, 150, 40),
      colour.light,
      path('M60 -280C90 -240 90 -180 60 -110H200V-280Z', colour.base),
    ) +
    inside(roundBox(-290, -330, 130, 300, 60), colour.base, box(-206, -330, 60, 320, colour.shade)) +
    inside(roundBox(160, -330, 130, 300, 60), colour.shade, box(232, -330, 80, 320, colour.deep)) +
    box(-220, -130, 440, 90, colour.shade, 16) +
    inside(roundBox(-90, -400, 180, 180, 34), RAMPS.ochre.base, path('M-100 -220L100 -420V-200Z', RAMPS.ochre.shade)),
)

const radio = onTable(
  260,
  ['terracotta', 'forest', 'dusk', 'ochre'],
  (colour) =>
    line('M130 -330L220 -520', METAL.shade, 9) +
    circle(222, -524, 13, METAL.base) +
    line('M-150 -330C-150 -420 150 -420 150 -330', WOOD.deep, 20) +
    inside(
      roundBox(-270, -340, 540, 340, 54),
      colour.base,
      box(150, -340, 140, 340, colour.shade),
      box(-246, -318, 420, 14, colour.light, 7),
    ) +
    box(-236, -296, 472, 252, LINEN.base, 26) +
    inside(disc(-112, -170, 100), WOOD.base, path('M-90 -280C-20 -200 -30 -120 -100 -60H20V-280Z', WOOD.shade)) +
    times(5, (i) => box(-196, -220 + i * 24, 168, 9, WOOD.deep, 4)) +
    box(20, -270, 186, 84, RAMPS.ochre.light, 10) +
    times(7, (i) => box(40 + i * 24, -250, 5, i % 2 ? 16 : 26, WOOD.deep)) +
    box(120, -262, 6, 66, RAMPS.terracotta.shade) +
    circle(66, -110, 38, WOOD.deep) +
    circle(60, -116, 26, WOOD.shade) +
    circle(166, -110, 38, WOOD.deep) +
    circle(160, -116, 26, WOOD.shade),
  1.08,
)

const laptop = onTable(
  320,
  ['dusk', 'forest', 'terracotta'],
  (colour) =>
    box(-230, -350, 460, 316, INK.base, 24) +
    box(-208, -328, 416, 272, colour.light, 6) +
    box(-208, -328, 416, 44, colour.base) +
    circle(-180, -306, 8, LINEN.light) +
    circle(-154, -306, 8, LINEN.light) +
    box(-180, -256, 150, 170, LINEN.light, 10) +
    path('M-180 -120L-130 -180L-90 -140L-66 -164L-30 -120V-96Q-30 -86 -40 -86H-170Q-180 -86 -180 -96Z', LEAF.base) +
    circle(-66, -220, 18, RAMPS.ochre.base) +
    times(4, (i) => box(0, -250 + i * 40, i % 2 ? 130 : 176, 16, i === 0 ? colour.shade : LINEN.light, 8)) +
    path('M-290 -30H290L330 -8Q332 0 320 0H-320Q-332 0 -330 -8Z', METAL.base) +
    path('M-290 -36H290V-26H-290Z', METAL.light) +
    path('M-330 -8Q-332 0 -320 0H320Q332 0 330 -8Z', METAL.shade) +
    box(-60, -30, 120, 8, METAL.shade, 4),
  1.22,
)

const clock = onTable(
  200,
  ['terracotta', 'ochre', 'dusk', 'wine'],
  (colour) =>
    line('M-130 -60L-180 -8', colour.deep, 30) +
    line('M130 -60L180 -8', colour.deep, 30) +
    turned(-32, -150, -440, path('M-240 -440A90 90 0 0 1 -60 -440Z', colour.shade)) +
    turned(32, 150, -440, path('M60 -440A90 90 0 0 1 240 -440Z', colour.deep)) +
    inside(disc(0, -240, 226), colour.base, path('M90 -480C200 -340 180 -140 60 -10H260V-480Z', colour.shade)) +
    circle(0, -240, 176, LINEN.light) +
    path('M100 -385A176 176 0 0 1 60 -74C150 -170 150 -300 100 -385Z', LINEN.base) +
    times(12, (i) => turned(i * 30, 0, -240, box(-6, -402, 12, i % 3 ? 20 : 36, INK.base, 5))) +
    line('M0 -240V-350', INK.base, 16) +
    line('M0 -240L84 -196', colour.base, 16) +
    circle(0, -240, 18, INK.base),
  1.06,
)

const gift = onTable(
  220,
  ['terracotta', 'forest', 'wine', 'dusk'],
  (colour) =>
    box(-200, -270, 400, 270, colour.base, 10) +
    box(70, -270, 130, 270, colour.shade, 10) +
    box(-230, -340, 460, 84, colour.base, 12) +
    box(70, -340, 160, 84, colour.shade, 12) +
    box(-230, -266, 460, 12, colour.deep) +
    box(-40, -340, 80, 340, RAMPS.ochre.light) +
    box(4, -340, 36, 340, RAMPS.ochre.base) +
    path('M0 -340C-40 -460 -190 -480 -190 -400C-190 -350 -90 -336 0 -340Z', RAMPS.ochre.light) +
    path('M0 -340C-60 -400 -140 -430 -150 -396C-150 -370 -70 -350 0 -340Z', RAMPS.ochre.shade) +
    path('M0 -340C40 -460 190 -480 190 -400C190 -350 90 -336 0 -340Z', RAMPS.ochre.base) +
    path('M0 -340C60 -400 140 -430 150 -396C150 -370 70 -350 0 -340Z', RAMPS.ochre.shade) +
    circle(0, -346, 38, RAMPS.ochre.light),
  1.16,
)

export const HOME = { plant, lamp, chair, armchair, radio, laptop, clock, gift }
