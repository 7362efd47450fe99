import { onGround, onTable } from '#server/demo/drawing/motif.ts'
import { INK, LEAF, LINEN, METAL, RAMPS, type Ramp, WOOD } from '#server/demo/drawing/palette.ts'
import { box, circle, inside, line, oval, path, placed, times, turned } from '#server/demo/drawing/shapes.ts'

const soap = onTable(
  230,
  ['olive', 'dusk', 'forest'],
  (colour) => {
    const bar = (x: number, y: number, w: number, tone: typeof colour) =>
      box(x, y, w, 110, tone.base, 22) +
      box(x, y, w, 44, tone.light, 22) +
      box(x + w - 90, y + 30, 90, 80, tone.shade, 22) +
      box(x + w / 2 - 44, y, 88, 110, LINEN.base) +
      box(x + w / 2 - 24, y + 44, 48, 10, tone.shade, 5) +
      box(x + w / 2 - 16, y + 62, 32, 8, LINEN.deep, 4)
    return (
      bar(-230, -110, 320, colour) +
      bar(-170, -222, 300, RAMPS.terracotta) +
      bar(-200, -334, 280, RAMPS.ochre) +
      placed(170, 0, 0.8, lavenderSprig(-20), lavenderSprig(30))
    )
  },
  1.3,
)

const lavenderSprig = (lean: number) =>
  line(`M0 0C${lean * 0.2} -150 ${lean} -250 ${lean * 2} -330`, LEAF.shade, 8) +
  times(7, (i) =>
    oval(lean * (1.1 + i * 0.16) + (i % 2 ? 13 : -13), -270 - i * 26, 15, 20, i % 3 ? '#8c7fa8' : '#a99cc4'),
  )
const lavender = onTable(
  130,
  ['ochre', 'rose', 'terracotta'],
  (colour) =>
    placed(
      0,
      -150,
      0.98,
      lavenderSprig(-64),
      lavenderSprig(64),
      lavenderSprig(-38),
      lavenderSprig(38),
      lavenderSprig(-12),
      lavenderSprig(14),
    ) +
    inside(
      'M-120 -250H120C150 -160 150 -60 90 0H-90C-150 -60 -150 -160 -120 -250Z',
      colour.base,
      path('M40 -260C70 -160 60 -60 20 10H160V-260Z', colour.shade),
      path('M-96 -230C-120 -160 -116 -90 -84 -40C-92 -100 -90 -160 -70 -230Z', colour.light),
    ) +
    box(-130, -266, 260, 30, colour.light, 15),
)

const book = (x: number, y: number, w: number, h: number, tone: Ramp) =>
  box(x, y, w, h, tone.base, 10) +
  box(x, y, w, h * 0.34, tone.light, 10) +
  box(x + 18, y + 14, w - 18, h - 28, LINEN.base) +
  box(x + 18, y + h / 2, w - 18, h / 2 - 14, LINEN.shade) +
  box(x, y, 46, h, tone.base, 10) +
  box(x + 70, y + h - 14, w - 70, 14, tone.shade, 7) +
  box(x, y, w, 14, tone.base, 7)
const spine = (x: number, h: number, w: number, tone: Ramp) =>
  box(x, -h, w, h, tone.base, 8) +
  box(x + w * 0.68, -h, w * 0.32, h, tone.shade, 8) +
  box(x, -h + 40, w, 14, RAMPS.ochre.light) +
  box(x, -70, w, 14, RAMPS.ochre.light) +
  box(x + w * 0.28, -h + 90, w * 0.3, 90, tone.light, 8)
const books = onTable(
  270,
  ['terracotta', 'wine', 'dusk', 'forest'],
  (colour) =>
    book(-250, -92, 480, 92, RAMPS.forest) +
    book(-210, -176, 430, 84, RAMPS.ochre) +
    book(-240, -266, 440, 90, colour) +
    book(-190, -340, 380, 74, RAMPS.dusk) +
    path('M120 -192H160V-60L140 -84L120 -60Z', RAMPS.terracotta.base),
  1.3,
)

const spines = onTable(
  270,
  ['terracotta', 'wine', 'forest', 'dusk'],
  (colour) =>
    spine(-260, 420, 84, RAMPS.forest) +
    spine(-172, 360, 66, RAMPS.ochre) +
    spine(-102, 450, 92, colour) +
    spine(-6, 380, 70, RAMPS.dusk) +
    spine(68, 410, 60, RAMPS.wine) +
    turned(16, 250, 0, spine(160, 390, 80, RAMPS.olive)),
  1.12,
)

const toolbox = onTable(
  290,
  ['terracotta', 'dusk', 'forest', 'ochre'],
  (colour) =>
    turned(
      -14,
      -140,
      -200,
      box(-156, -500, 36, 330, WOOD.base, 14),
      box(-136, -500, 16, 330, WOOD.shade, 8),
      path('M-220 -560H-90Q-50 -560 -40 -500H-220Z', METAL.base),
      path('M-130 -560H-90Q-50 -560 -40 -500H-130Z', METAL.shade),
    ) +
    turned(
      16,
      130,
      -200,
      box(112, -440, 40, 270, METAL.base, 12),
      path(
        'M80 -480C80 -530 112 -560 126 -564V-500L132 -490L138 -500V-564C160 -556 186 -530 184 -480C182 -440 150 -420 132 -420C110 -420 82 -440 80 -480Z',
        METAL.base,
      ),
      path('M138 -500V-564C160 -556 186 -530 184 -480C182 -440 150 -420 140 -420V-170H136Z', METAL.shade),
    ) +
    box(-14, -470, 28, 120, RAMPS.ochre.base, 10) +
    box(-6, -350, 12, 160, METAL.shade) +
    line('M-150 -230C-150 -340 150 -340 150 -230', INK.base, 26) +
    inside(
      'M-290 -240H290V-20Q290 0 270 0H-270Q-290 0 -290 -20Z',
      colour.base,
      box(120, -240, 180, 240, colour.shade),
      box(-290, -240, 580, 40, colour.light),
      box(120, -240, 180, 40, colour.base),
      box(-290, -200, 580, 10, colour.deep),
    ) +
    box(-40, -216, 80, 70, METAL.base, 8) +
    box(6, -216, 34, 70, METAL.shade, 8),
)

const easel = onGround(
  220,
  ['ochre', 'dusk', 'terracotta'],
  (colour) =>
    line('M0 -600V-40', WOOD.deep, 22) +
    line('M-30 -560L-190 0', WOOD.shade, 26) +
    line('M30 -560L190 0', WOOD.deep, 26) +
    box(-240, -500, 480, 330, WOOD.light, 4) +
    box(-224, -484, 448, 298, LINEN.light) +
    inside(
      'M-204 -464H204V-206H-204Z',
      RAMPS.rose.light,
      circle(90, -390, 44, RAMPS.ochre.base),
      path('M-210 -300C-120 -370 -40 -350 40 -310C110 -340 170 -330 210 -310V-200H-210Z', colour.light),
      path('M-210 -260C-100 -310 20 -290 210 -250V-200H-210Z', LEAF.base),
      times(4, (i) => oval(-150 + i * 40, -272 + (i % 2) * 8, 10, 34, LEAF.deep)),
    ) +
    box(-200, -174, 400, 30, WOOD.base, 8),
)

const wicker = onTable(
  240,
  ['ochre'],
  () =>
    inside(
      'M-240 -260C-250 -90 -200 0 -150 0H150C200 0 250 -90 240 -260Z',
      WOOD.base,
      times(6, (row) =>
        times(10, (i) =>
          box(-270 + i * 58 + (row % 2) * 29, -246 + row * 42, 32, 26, row % 2 ? WOOD.light : '#e2bd8c', 10),
        ),
      ),
      path('M80 -280C120 -160 90 -60 40 10H270V-280Z', `${WOOD.deep}55`),
    ) +
    box(-256, -290, 512, 44, WOOD.shade, 22) +
    box(-256, -290, 512, 20, WOOD.light, 10) +
    line('M-210 -280C-200 -520 200 -520 210 -280', WOOD.shade, 26) +
    line('M-214 -284C-204 -526 196 -526 206 -284', WOOD.light, 10),
  1.08,
)

const vases = onTable(
  260,
  ['terracotta', 'dusk', 'olive', 'ochre'],
  (colour) => {
    const vase = (d: string, tone: Ramp, x: number, s: number) =>
      placed(
        x,
        0,
        s,
        inside(
          d,
          tone.base,
          path('M20 -460C110 -300 90 -100 30 10H220V-460Z', tone.shade),
          line('M-74 -70C-100 -130 -96 -190 -70 -240', tone.light, 16),
          box(-200, -176, 400, 22, LINEN.base),
          box(-200, -140, 400, 10, LINEN.base),
        ),
      )
    const tall =
      'M-40 -440H40Q52 -440 50 -426L36 -350C100 -300 150 -240 130 -130C116 -50 80 0 70 0H-70C-80 0 -116 -50 -130 -130C-150 -240 -100 -300 -36 -350L-50 -426Q-52 -440 -40 -440Z'
    const low =
      'M-110 -250H110Q126 -250 120 -236L104 -210C160 -170 170 -60 90 0H-90C-170 -60 -160 -170 -104 -210L-120 -236Q-126 -250 -110 -250Z'
    return vase(tall, colour, -120, 1.1) + vase(low, RAMPS.rose, 140, 1)
  },
  1.08,
)

export const CRAFT = { books, spines, toolbox, easel, wicker, vases, soap, lavender }
