import { onGround, onTable } from '#server/demo/drawing/motif.ts'
import { INK, LEAF, LINEN, METAL, RAMPS, WOOD } from '#server/demo/drawing/palette.ts'
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

const tree = onGround(
  170,
  ['forest', 'olive'],
  (colour) =>
    path('M-34 0C-18 -80 -24 -160 -60 -230L-20 -240L0 -190L24 -260L60 -250C30 -160 24 -80 40 0Z', WOOD.shade) +
    path('M4 0C14 -100 10 -160 40 -250L60 -250C30 -160 24 -80 40 0Z', WOOD.deep) +
    circle(-120, -330, 120, colour.base) +
    circle(110, -320, 130, colour.shade) +
    circle(0, -430, 150, colour.base) +
    circle(70, -390, 110, colour.shade) +
    circle(-60, -440, 84, colour.light) +
    circle(-150, -350, 54, colour.light) +
    times(8, (i) => {
      const [x, y] = [
        [-150, -290],
        [-60, -330],
        [40, -300],
        [140, -330],
        [90, -440],
        [-20, -480],
        [-90, -410],
        [180, -280],
      ][i] ?? [0, 0]
      return (
        circle(x ?? 0, y ?? 0, 20, RAMPS.terracotta.base) +
        circle((x ?? 0) - 6, (y ?? 0) - 6, 6, RAMPS.terracotta.light)
      )
    }),
)

const can = onTable(
  230,
  ['dusk', 'forest', 'terracotta', 'ochre'],
  (colour) =>
    line('M-120 -270C-60 -440 90 -430 110 -270', colour.shade, 26) +
    path('M130 -100L280 -340L310 -320L150 -30Z', colour.shade) +
    turned(32, 296, -330, box(240, -352, 112, 36, colour.deep, 12)) +
    inside(
      'M-170 -270H150L170 -14Q172 0 156 0H-176Q-192 0 -190 -14Z',
      colour.base,
      path('M50 -280L66 10H190V-280Z', colour.shade),
      path('M-140 -250L-156 -30H-128L-112 -250Z', colour.light),
      box(-200, -96, 400, 18, colour.shade),
    ) +
    oval(-10, -272, 160, 30, colour.light) +
    oval(-10, -268, 138, 20, colour.deep) +
    line('M-176 -220C-270 -210 -270 -90 -184 -70', colour.shade, 24),
  1.14,
)

const logs = onGround(300, ['ochre'], () => {
  const log = (x: number, y: number) =>
    circle(x, y, 74, WOOD.deep) +
    circle(x, y, 62, '#e6c596') +
    path(
      `M${x} ${y - 62}A62 62 0 0 1 ${x} ${y + 62}C${x + 34} ${y + 30} ${x + 34} ${y - 30} ${x} ${y - 62}Z`,
      '#d7b07a',
    ) +
    ring(x, y, 40, WOOD.base, 6) +
    ring(x, y, 18, WOOD.base, 6) +
    line(`M${x} ${y}L${x + 44} ${y - 30}`, WOOD.base, 4)
  return (
    times(4, (i) => log(-225 + i * 150, -74)) +
    times(3, (i) => log(-150 + i * 150, -204)) +
    times(2, (i) => log(-75 + i * 150, -334)) +
    log(0, -464)
  )
})

const hive = onGround(
  200,
  ['ochre', 'dusk', 'rose'],
  (colour) => {
    const bee = (x: number, y: number) =>
      placed(
        x,
        y,
        1,
        oval(-6, -18, 14, 20, LINEN.light),
        oval(14, -18, 12, 18, LINEN.base),
        oval(0, 0, 26, 18, RAMPS.ochre.light),
        box(-6, -17, 8, 34, INK.base),
        box(10, -14, 7, 28, INK.base),
      )
    return (
      box(-150, -50, 40, 50, WOOD.deep) +
      box(110, -50, 40, 50, WOOD.deep) +
      inside(
        roundBox(-190, -240, 380, 200, 10),
        colour.base,
        box(80, -250, 120, 220, colour.shade),
        box(-190, -240, 380, 14, colour.light),
      ) +
      inside(roundBox(-190, -420, 380, 180, 10), colour.light, box(80, -430, 120, 200, colour.base)) +
      box(-60, -350, 120, 26, WOOD.deep, 13) +
      box(-90, -110, 180, 24, INK.base, 6) +
      box(-120, -80, 240, 16, WOOD.light, 4) +
      path('M-230 -420L-200 -480H200L230 -420Z', METAL.base) +
      path('M80 -480H200L230 -420H90Z', METAL.shade) +
      bee(-250, -300) +
      bee(230, -350) +
      bee(-120, -540) +
      bee(60, -126)
    )
  },
  1.08,
)

const spade = onGround(
  260,
  ['forest', 'terracotta', 'olive'],
  (colour) =>
    turned(
      -8,
      -120,
      0,
      box(-134, -520, 28, 360, WOOD.base, 10),
      box(-118, -520, 12, 360, WOOD.shade),
      box(-176, -548, 112, 34, colour.base, 16),
      path('M-190 -190H-50V-80C-50 -30 -90 0 -120 20C-150 0 -190 -30 -190 -80Z', METAL.base),
      path('M-116 -190H-50V-80C-50 -30 -90 0 -120 20Z', METAL.shade),
    ) +
    turned(
      10,
      110,
      0,
      box(96, -540, 28, 400, WOOD.base, 10),
      box(112, -540, 12, 400, WOOD.shade),
      line('M40 -20V-120C40 -150 180 -150 180 -120V-20M110 -140V-20', METAL.shade, 20),
    ) +
    path('M-330 20C-280 -60 -180 -70 -110 -46C-40 -80 80 -80 140 -50C220 -70 300 -40 330 20Z', '#8a6242') +
    path('M0 20C60 -50 100 -66 140 -50C220 -70 300 -40 330 20Z', '#72502f') +
    placed(
      -10,
      -60,
      0.8,
      path('M0 0C-60 -10 -90 -60 -80 -100C-30 -90 -4 -50 0 0Z', LEAF.base),
      path('M0 0C60 -10 90 -60 80 -110C30 -96 4 -56 0 0Z', LEAF.light),
    ),
)

export const GARDEN = { tree, hive, spade, can, logs }
