import { onGround } from '#server/demo/drawing/motif.ts'
import { INK, LEAF, LINEN, METAL, RAMPS, WOOD } from '#server/demo/drawing/palette.ts'
import { box, circle, inside, line, path, ring, times, turned } from '#server/demo/drawing/shapes.ts'

const wheel = (x: number, r: number) =>
  ring(x, -r - 8, r, INK.base, 16) +
  ring(x, -r - 8, r - 12, METAL.base, 5) +
  times(6, (i) => turned(i * 30, x, -r - 8, line(`M${x} ${-8 - 2 * r + 14}V-22`, METAL.shade, 3))) +
  circle(x, -r - 8, 12, METAL.deep)
const bicycle = onGround(
  340,
  ['terracotta', 'forest', 'dusk', 'wine', 'ochre'],
  (colour) =>
    wheel(-210, 132) +
    wheel(220, 132) +
    line('M-210 -140L-120 -330L150 -340M-120 -330L-20 -140H-210M-20 -140L150 -340', colour.base, 20) +
    line('M150 -340L220 -140', colour.shade, 18) +
    line('M150 -340L132 -410', METAL.shade, 14) +
    line('M132 -410C150 -440 200 -430 206 -400', INK.base, 18) +
    line('M-120 -330L-134 -380', METAL.shade, 14) +
    path(
      'M-200 -400C-160 -412 -110 -404 -80 -384C-100 -368 -150 -370 -180 -372C-206 -374 -216 -392 -200 -400Z',
      WOOD.deep,
    ) +
    circle(-20, -140, 38, METAL.shade) +
    circle(-20, -140, 24, METAL.light) +
    line('M-20 -140L14 -70', METAL.deep, 12) +
    box(-6, -70, 52, 16, INK.base, 6) +
    line('M-350 -190C-330 -300 -240 -320 -140 -280', colour.shade, 10) +
    line('M112 -240C170 -320 290 -310 330 -230', colour.shade, 10) +
    inside(
      'M190 -390H330L310 -280H210Z',
      WOOD.base,
      times(3, (i) => box(180, -372 + i * 32, 170, 12, WOOD.light)),
      path('M280 -400H340V-270H270Z', `${WOOD.deep}66`),
    ) +
    box(182, -400, 156, 20, WOOD.shade, 10) +
    circle(230, -416, 26, RAMPS.ochre.base) +
    circle(284, -418, 30, LEAF.base) +
    circle(258, -434, 24, RAMPS.rose.base),
  1.06,
)

const van = onGround(
  330,
  ['forest', 'terracotta', 'dusk', 'olive'],
  (colour) =>
    inside(
      'M-60 -120H320V-300H-60Z',
      colour.base,
      box(-60, -170, 400, 60, colour.shade),
      times(5, (i) => box(-10 + i * 66, -290, 8, 180, colour.shade)),
      box(-60, -300, 400, 22, colour.light),
    ) +
    circle(30, -330, 60, RAMPS.ochre.base) +
    circle(130, -330, 66, RAMPS.terracotta.base) +
    circle(228, -326, 56, LEAF.base) +
    circle(80, -346, 44, RAMPS.wine.base) +
    circle(180, -350, 40, RAMPS.ochre.light) +
    box(-60, -312, 390, 190, colour.base) +
    box(-60, -200, 390, 84, colour.shade) +
    box(-60, -316, 390, 22, colour.light, 8) +
    times(5, (i) => box(6 + i * 64, -290, 8, 160, colour.deep, 4)) +
    inside(
      'M-330 -110C-340 -200 -320 -240 -290 -270L-240 -420C-232 -444 -216 -452 -190 -452H-80Q-50 -452 -50 -420V-110Z',
      colour.base,
      box(-110, -460, 80, 360, colour.shade),
      path('M-340 -110C-340 -200 -320 -240 -290 -270H-260C-290 -220 -300 -180 -296 -110Z', colour.light),
    ) +
    path('M-262 -280L-220 -410Q-216 -420 -204 -420H-186V-280Z', '#dbe8e6') +
    path('M-166 -280V-420H-96Q-84 -420 -84 -408V-280Z', '#dbe8e6') +
    path('M-166 -280V-420H-140L-100 -280Z', '#f0f6f2') +
    line('M-150 -230H-110', METAL.light, 10) +
    circle(-312, -190, 22, RAMPS.ochre.light) +
    box(-344, -126, 680, 24, colour.deep, 10) +
    [-230, 210]
      .map(
        (x) =>
          circle(x, -70, 74, INK.base) +
          circle(x, -70, 40, METAL.base) +
          path(`M${x} -110A40 40 0 0 1 ${x} -30Z`, METAL.shade) +
          circle(x, -70, 14, INK.base),
      )
      .join(''),
  1.1,
)

const stroller = onGround(
  220,
  ['dusk', 'terracotta', 'olive', 'wine'],
  (colour) =>
    line('M170 -330L270 -480', METAL.shade, 16) +
    line('M230 -490L296 -470', INK.base, 24) +
    line('M-130 -170L110 -60M150 -170L-90 -60', METAL.shade, 16) +
    inside(
      'M-220 -330H200C200 -200 110 -140 0 -140C-120 -140 -220 -200 -220 -330Z',
      colour.base,
      path('M70 -340C80 -260 40 -180 -20 -130H220V-340Z', colour.shade),
    ) +
    inside(
      'M-220 -330C-220 -470 -120 -560 20 -560V-330Z',
      colour.light,
      path('M20 -560C-60 -500 -90 -420 -90 -330H20Z', colour.base),
      path('M20 -560C-20 -500 -30 -420 -30 -330H20Z', colour.shade),
    ) +
    box(-232, -346, 444, 28, LINEN.base, 14) +
    [-120, 130].map((x) => ring(x, -66, 56, INK.base, 16) + circle(x, -66, 16, METAL.shade)).join(''),
  1.06,
)

const stall = onGround(
  300,
  ['terracotta', 'forest', 'dusk', 'wine'],
  (colour) =>
    box(-250, -430, 22, 430, WOOD.shade) +
    box(228, -430, 22, 430, WOOD.deep) +
    box(-240, -330, 480, 120, '#00000018') +
    circle(-150, -240, 44, RAMPS.ochre.base) +
    circle(-80, -246, 48, LEAF.base) +
    circle(0, -240, 46, RAMPS.terracotta.base) +
    circle(76, -246, 48, RAMPS.ochre.light) +
    circle(150, -240, 44, RAMPS.wine.base) +
    box(-270, -220, 540, 60, WOOD.light, 8) +
    box(-250, -164, 500, 164, LINEN.base) +
    box(100, -164, 150, 164, LINEN.shade) +
    path(
      'M-250 -164H250L200 -110L150 -164L100 -110L50 -164L0 -110L-50 -164L-100 -110L-150 -164L-200 -110Z',
      colour.light,
    ) +
    times(7, (i) => {
      const [left, right] = [-301 + i * 86, -215 + i * 86]
      return path(
        `M${left} -400L${-245 + i * 70} -560H${-175 + i * 70}L${right} -400V-380A43 38 0 0 1 ${left} -380Z`,
        i % 2 ? LINEN.light : colour.base,
      )
    }) +
    box(-300, -404, 600, 8, '#00000022'),
  1.06,
)

const tower = onGround(300, ['terracotta', 'rose', 'ochre'], (colour) => {
  const house = (x: number, w: number, h: number, tone: typeof colour) =>
    box(x, -h, w, h, tone.light) +
    box(x + w * 0.62, -h, w * 0.38, h, tone.base) +
    path(`M${x - 14} ${-h}L${x + w * 0.5} ${-h - 70}L${x + w + 14} ${-h}Z`, RAMPS.terracotta.shade) +
    times(4, (i) => box(x + 24 + (i % 2) * (w - 84), -h + 36 + Math.floor(i / 2) * 96, 36, 56, RAMPS.forest.shade, 3))
  return (
    box(-50, -520, 130, 520, RAMPS.rose.light) +
    box(30, -520, 50, 520, RAMPS.rose.base) +
    path('M-66 -520L15 -640L96 -520Z', RAMPS.terracotta.base) +
    path('M15 -640L96 -520H40Z', RAMPS.terracotta.shade) +
    path('M-16 -390V-450A31 31 0 0 1 46 -450V-390Z', INK.base) +
    path('M0 -404C0 -440 30 -440 30 -404Z', RAMPS.ochre.base) +
    circle(15, -320, 34, LINEN.light) +
    line('M15 -320V-342M15 -320L28 -312', INK.base, 6) +
    house(-290, 200, 250, RAMPS.ochre) +
    house(110, 190, 290, colour) +
    house(-110, 180, 190, RAMPS.rose)
  )
})

const screen = onGround(
  300,
  ['wine', 'terracotta', 'forest'],
  (colour) =>
    line('M-270 -540V0M270 -540V0', WOOD.deep, 20) +
    box(-300, -570, 600, 390, WOOD.shade, 10) +
    box(-280, -550, 560, 350, LINEN.light) +
    inside(
      'M-264 -534H264V-216H-264Z',
      '#f3cdb0',
      circle(-90, -410, 66, RAMPS.ochre.base),
      path('M-264 -330C-150 -420 -20 -380 60 -330C140 -370 220 -360 264 -340V-216H-264Z', RAMPS.dusk.base),
      path('M-264 -270C-120 -320 80 -290 264 -260V-216H-264Z', RAMPS.forest.base),
    ) +
    times(
      4,
      (i) =>
        box(-262 + i * 138, -130, 110, 110, colour.base, 14) +
        box(-200 + i * 138, -130, 48, 110, colour.shade, 14) +
        box(-270 + i * 138, -60, 126, 24, colour.deep, 8) +
        box(-254 + i * 138, -40, 12, 40, INK.base) +
        box(-172 + i * 138, -40, 12, 40, INK.base),
    ),
)

export const STREET = { bicycle, van, stroller, stall, tower, screen }
