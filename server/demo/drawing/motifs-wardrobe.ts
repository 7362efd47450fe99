import { onPeg, onTable } from '#server/demo/drawing/motif.ts'
import { INK, LINEN, METAL, RAMPS, type Ramp, WOOD } from '#server/demo/drawing/palette.ts'
import { box, circle, disc, inside, line, path, placed, ring, times, turned } from '#server/demo/drawing/shapes.ts'

const folded = onTable(
  240,
  ['dusk', 'terracotta', 'wine'],
  (colour) =>
    times(4, (i) => {
      const tone = [colour, RAMPS.ochre, RAMPS.forest, RAMPS.rose][i] ?? colour
      const y = -100 - i * 96
      return (
        box(-230 + i * 8, y, 450 - i * 14, 100, tone.base, 46) +
        box(40, y, 180 - i * 6, 100, tone.shade, 46) +
        box(-230 + i * 8, y, 300, 44, tone.light, 22) +
        box(-190, y + 44, 330, 8, tone.shade, 4)
      )
    }),
  1.14,
)

const scissors = onTable(
  240,
  ['terracotta', 'wine', 'dusk', 'forest'],
  (colour) =>
    turned(16, 120, -220, path('M104 -580L146 -214L112 -200Z', METAL.base)) +
    turned(
      -16,
      120,
      -220,
      path('M136 -580L94 -214L128 -200Z', METAL.light),
      path('M136 -580L116 -206L128 -200Z', METAL.shade),
    ) +
    line('M112 -212L158 -150', colour.base, 32) +
    line('M128 -212L82 -150', colour.shade, 32) +
    ring(184, -92, 56, colour.base, 30) +
    ring(56, -92, 56, colour.shade, 30) +
    circle(120, -224, 15, METAL.deep) +
    placed(
      -170,
      0,
      1,
      box(-96, -260, 192, 40, WOOD.base, 14),
      box(20, -260, 76, 40, WOOD.shade, 14),
      box(-76, -222, 152, 184, RAMPS.ochre.base),
      box(20, -222, 56, 184, RAMPS.ochre.shade),
      times(7, (i) => line(`M-72 ${-204 + i * 25}L72 ${-214 + i * 25}`, RAMPS.ochre.light, 6)),
      box(-96, -40, 192, 40, WOOD.base, 14),
      box(20, -40, 76, 40, WOOD.shade, 14),
    ) +
    line('M-98 -60C-50 -16 0 -8 40 -14C90 -18 150 -2 270 -10', RAMPS.ochre.base, 7),
  1.0,
)

const ball = (x: number, y: number, r: number, tone: Ramp) =>
  inside(
    disc(x, y, r),
    tone.base,
    path(
      `M${x + r * 0.3} ${y - r}C${x + r} ${y - r * 0.2} ${x + r * 0.7} ${y + r * 0.7} ${x - r * 0.1} ${y + r}H${x + r * 2}V${y - r}Z`,
      tone.shade,
    ),
    times(4, (i) =>
      line(
        `M${x - r + i * r * 0.3} ${y - r}C${x - r * 0.3 + i * r * 0.3} ${y - r * 0.4} ${x - r * 0.3 + i * r * 0.3} ${y + r * 0.4} ${x - r * 0.6 + i * r * 0.3} ${y + r}`,
        tone.light,
        r * 0.06,
      ),
    ),
    times(3, (i) =>
      line(
        `M${x - r} ${y - r * 0.3 + i * r * 0.32}C${x - r * 0.2} ${y - r * 0.6 + i * r * 0.32} ${x + r * 0.5} ${y - r * 0.3 + i * r * 0.32} ${x + r} ${y + r * 0.1 + i * r * 0.3}`,
        tone.shade,
        r * 0.06,
      ),
    ),
  )
const yarn = onTable(
  270,
  ['wine', 'terracotta', 'forest', 'dusk'],
  (colour) =>
    turned(-34, 20, -240, box(10, -560, 18, 480, WOOD.light, 9), circle(19, -566, 24, RAMPS.terracotta.base)) +
    turned(30, -10, -240, box(-18, -540, 18, 480, WOOD.base, 9), circle(-9, -546, 24, RAMPS.terracotta.shade)) +
    ball(-150, -120, 120, RAMPS.ochre) +
    ball(150, -124, 124, RAMPS.rose) +
    ball(0, -160, 160, colour) +
    line('M60 -10C140 -4 200 -20 290 -6', colour.base, 9),
  1.04,
)

const sewing = onTable(
  290,
  ['forest', 'dusk', 'wine', 'terracotta'],
  (colour) =>
    box(-290, -60, 580, 60, WOOD.base, 12) +
    box(-290, -60, 580, 16, WOOD.light, 8) +
    box(60, -44, 230, 44, WOOD.shade, 10) +
    box(-264, -96, 520, 44, colour.shade, 14) +
    inside(
      'M110 -90V-240H-130V-180C-130 -160 -150 -150 -170 -150H-230V-330C-230 -370 -200 -390 -170 -390H170C220 -390 250 -360 250 -310V-90Z',
      colour.base,
      path('M170 -400C220 -300 190 -160 190 -80H270V-400Z', colour.shade),
      box(-200, -372, 360, 18, colour.light, 9),
    ) +
    circle(262, -280, 62, INK.base) +
    circle(262, -280, 40, METAL.base) +
    circle(262, -280, 12, INK.base) +
    box(-196, -152, 24, 50, METAL.shade) +
    line('M-184 -110V-90', METAL.deep, 8) +
    box(30, -450, 50, 62, RAMPS.ochre.base, 8) +
    box(58, -450, 22, 62, RAMPS.ochre.shade, 8) +
    line('M50 -420C-60 -430 -150 -420 -184 -380', RAMPS.ochre.light, 5) +
    circle(60, -300, 30, RAMPS.ochre.light) +
    box(-130, -320, 130, 14, RAMPS.ochre.light, 7) +
    path('M-290 -96H-60C-70 -80 -100 -70 -120 -66C-170 -60 -260 -64 -300 -30Z', RAMPS.rose.base),
  1.12,
)

const SWEATER =
  'M-92 30C-50 66 50 66 92 30L190 80Q214 92 222 130L290 390L204 420L160 260V500H-160V260L-204 420L-290 390L-222 130Q-214 92 -190 80Z'
const sweater = onPeg(
  ['terracotta', 'forest', 'wine', 'dusk', 'ochre'],
  (colour) =>
    line('M0 -10C0 -40 34 -34 30 -10C26 10 0 10 0 36', METAL.shade, 9) +
    line('M-150 78L0 24L150 78', WOOD.shade, 16) +
    inside(
      SWEATER,
      colour.base,
      path('M60 0C110 120 100 320 110 520H320V0Z', colour.shade),
      path('M-204 420L-290 390L-270 320L-186 350Z', colour.shade),
      path('M204 420L290 390L270 320L186 350Z', colour.deep),
      box(-170, 462, 340, 50, colour.shade),
      box(60, 462, 120, 50, colour.deep),
      box(-300, 170, 600, 70, LINEN.base),
      box(70, 170, 240, 70, LINEN.shade),
      times(11, (i) =>
        path(`M${-275 + i * 50} 205L${-250 + i * 50} 180L${-225 + i * 50} 205L${-250 + i * 50} 230Z`, colour.base),
      ),
      line('M-140 280V450', colour.light, 9),
    ) +
    path('M-92 30C-50 66 50 66 92 30L108 40C60 96 -60 96 -108 40Z', colour.deep),
)

const COAT =
  'M-86 26L0 70L86 26L180 76Q206 92 214 130L258 430L180 446L156 280L176 570H-176L-156 280L-180 446L-258 430L-214 130Q-206 92 -180 76Z'
const coat = onPeg(
  ['wine', 'dusk', 'olive', 'forest', 'terracotta'],
  (colour) =>
    line('M0 -10C0 -40 34 -34 30 -10C26 10 0 10 0 36', METAL.shade, 9) +
    inside(
      COAT,
      colour.base,
      path('M0 70L20 600H280V0H90Z', colour.shade),
      path('M-150 300L-168 560H-140L-124 300Z', colour.light),
      box(-136, 370, 92, 14, colour.deep, 7),
      box(50, 370, 92, 14, colour.deep, 7),
    ) +
    path('M-92 24L0 70L-30 190L-120 70Z', colour.light) +
    path('M92 24L0 70L30 190L120 70Z', colour.base) +
    path('M-86 26C-40 -4 40 -4 86 26L0 70Z', RAMPS.ochre.base) +
    line('M0 76V560', colour.deep, 5) +
    times(4, (i) => circle(-26, 230 + i * 78, 13, RAMPS.ochre.light)),
)

export const WARDROBE = { sweater, coat, folded, yarn, scissors, sewing }
