import { onTable } from '#server/demo/drawing/motif.ts'
import { CRUST, LEAF, LINEN, RAMPS, WOOD } from '#server/demo/drawing/palette.ts'
import { box, circle, disc, inside, line, oval, path, placed, times, turned } from '#server/demo/drawing/shapes.ts'

const apple = (x: number, y: number, size: number, tone: (typeof RAMPS)[keyof typeof RAMPS]) =>
  placed(
    x,
    y,
    size,
    inside(
      'M0 -52C-20 -74 -66 -66 -68 -18C-70 32 -36 62 -12 58C-4 56 4 56 12 58C36 62 70 32 68 -18C66 -66 20 -74 0 -52Z',
      tone.base,
      path('M10 -70C60 -30 50 40 0 70H90V-80Z', tone.shade),
      oval(-40, -22, 12, 20, tone.light),
    ),
    line('M0 -50C2 -66 8 -78 16 -86', WOOD.deep, 7),
    path('M10 -70C22 -96 52 -98 66 -88C56 -68 30 -60 10 -70Z', LEAF.base),
  )
const BASKET = 'M-240 -170H240L196 -14Q192 0 178 0H-178Q-192 0 -196 -14Z'
const apples = onTable(
  230,
  ['terracotta', 'wine', 'olive'],
  (colour) =>
    line('M-190 -170C-190 -430 190 -430 190 -170', WOOD.shade, 24) +
    line('M-190 -170C-190 -430 190 -430 190 -170', WOOD.base, 12) +
    apple(-80, -236, 1, colour) +
    apple(76, -240, 1, colour) +
    apple(0, -276, 0.95, RAMPS.ochre) +
    apple(-156, -192, 1, RAMPS.ochre) +
    apple(156, -196, 1, colour) +
    apple(0, -192, 1.08, colour) +
    inside(
      BASKET,
      WOOD.base,
      times(5, (row) => times(9, (i) => box(-250 + i * 60 + (row % 2) * 30, -146 + row * 32, 34, 18, WOOD.light, 9))),
      path('M90 -200L70 20H260V-200Z', `${WOOD.shade}66`),
    ) +
    box(-254, -186, 508, 34, WOOD.shade, 17) +
    box(-254, -186, 508, 16, WOOD.base, 8),
  1.2,
)

const EGG = 'M0 -112C46 -112 74 -48 74 -6C74 42 42 66 0 66C-42 66 -74 42 -74 -6C-74 -48 -46 -112 0 -112Z'
const egg = (x: number, y: number, fill: string, shade: string) =>
  placed(
    x,
    y,
    1,
    inside(EGG, fill, path('M20 -120C70 -60 60 30 0 80H100V-120Z', shade), oval(-30, -40, 12, 24, '#ffffff88')),
  )
const eggs = onTable(
  250,
  ['dusk', 'terracotta', 'olive'],
  (colour) =>
    egg(-120, -190, LINEN.light, LINEN.shade) +
    egg(0, -204, RAMPS.rose.light, RAMPS.rose.base) +
    egg(122, -190, LINEN.base, LINEN.shade) +
    egg(-62, -166, RAMPS.rose.light, RAMPS.rose.base) +
    egg(64, -166, LINEN.light, LINEN.shade) +
    inside(
      'M-260 -170H260C260 -70 180 -20 120 -16L110 0H-110L-120 -16C-180 -20 -260 -70 -260 -170Z',
      colour.base,
      path('M90 -180C90 -90 60 -40 0 0H280V-180Z', colour.shade),
      box(-270, -138, 540, 16, LINEN.base),
      line('M-220 -116C-206 -80 -180 -56 -150 -44', colour.light, 10),
    ) +
    box(-268, -182, 536, 24, colour.light, 12),
  1.3,
)

const carrot = (x: number, turn: number) =>
  turned(
    turn,
    x,
    -200,
    path(
      `M${x} -330C${x - 60} -400 ${x - 20} -430 ${x - 10} -360C${x - 6} -440 ${x + 36} -430 ${x + 10} -350C${x + 50} -400 ${x + 60} -350 ${x + 12} -320Z`,
      LEAF.base,
    ),
    inside(
      `M${x - 42} -310C${x - 30} -346 ${x + 30} -346 ${x + 42} -310L${x + 10} -120H${x - 10}Z`,
      RAMPS.terracotta.base,
      box(x + 8, -360, 60, 260, RAMPS.terracotta.shade),
      box(x - 30, -270, 26, 8, RAMPS.terracotta.shade, 4),
    ),
  )
const crate = onTable(
  290,
  ['forest'],
  () =>
    carrot(-30, -6) +
    carrot(50, 10) +
    inside(
      disc(-170, -240, 100),
      LEAF.base,
      path('M-140 -350C-60 -280 -70 -180 -150 -130H0V-350Z', LEAF.shade),
      line('M-170 -330C-200 -280 -200 -230 -180 -170', LEAF.light, 8),
      line('M-190 -270C-220 -280 -240 -270 -262 -250', LEAF.light, 7),
      line('M-190 -230C-150 -260 -120 -260 -100 -250', LEAF.light, 7),
    ) +
    inside(
      disc(186, -224, 82),
      RAMPS.wine.base,
      path('M200 -320C250 -260 240 -180 190 -130H300V-320Z', RAMPS.wine.shade),
      oval(152, -254, 14, 20, RAMPS.wine.light),
    ) +
    path(
      'M186 -300C160 -330 150 -300 130 -310C150 -286 166 -286 186 -290C206 -286 230 -290 240 -310C220 -302 206 -330 186 -300Z',
      LEAF.shade,
    ) +
    times(
      3,
      (i) =>
        box(-290, -180 + i * 62, 580, 50, WOOD.base, 6) +
        box(90, -180 + i * 62, 200, 50, WOOD.shade, 6) +
        box(-290, -180 + i * 62, 580, 10, WOOD.light, 5),
    ) +
    box(-278, -196, 44, 196, WOOD.shade, 6) +
    box(234, -196, 44, 196, WOOD.deep, 6),
  1.15,
)

const pumpkin = onTable(
  250,
  ['terracotta', 'ochre'],
  (colour) =>
    oval(-160, -150, 100, 146, colour.base) +
    oval(160, -150, 104, 146, colour.shade) +
    oval(-84, -152, 110, 152, colour.light) +
    oval(86, -152, 112, 152, colour.shade) +
    oval(0, -154, 96, 154, colour.base) +
    line('M-44 -268C-70 -210 -70 -120 -48 -46', colour.light, 12) +
    path('M-24 -296C-20 -350 -50 -376 -80 -380C-60 -410 0 -410 20 -370C32 -344 26 -316 32 -296Z', LEAF.shade) +
    line('M26 -330C80 -370 130 -350 140 -310C148 -280 120 -276 120 -296', LEAF.base, 10),
  1.2,
)

const nuts = onTable(
  250,
  ['dusk', 'forest', 'terracotta'],
  (colour) =>
    times(9, (i) => {
      const [x, y] = [
        [-150, -170],
        [-90, -210],
        [-20, -222],
        [52, -216],
        [118, -186],
        [-110, -160],
        [-40, -172],
        [40, -168],
        [164, -164],
      ][i] ?? [0, 0]
      return placed(
        x ?? 0,
        y ?? 0,
        1,
        circle(0, 0, 50, CRUST.shade),
        path('M-46 -16A50 50 0 0 1 46 -16C20 -2 -20 -2 -46 -16Z', CRUST.light),
        oval(-18, 14, 8, 14, CRUST.base),
      )
    }) +
    inside(
      'M-250 -150H250C240 -60 160 0 90 0H-90C-160 0 -240 -60 -250 -150Z',
      colour.base,
      path('M80 -160C80 -80 40 -30 0 10H270V-160Z', colour.shade),
      line('M-200 -100C-180 -66 -150 -46 -120 -36', colour.light, 12),
    ) +
    box(-258, -164, 516, 26, colour.light, 13),
  1.36,
)

export const HARVEST = { apples, eggs, crate, pumpkin, nuts }
