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

const calendar = onTable(
  230,
  ['terracotta', 'forest', 'wine', 'dusk'],
  (colour) =>
    path('M-230 0L-200 -440H200L250 0Z', WOOD.shade) +
    box(-230, -430, 440, 410, LINEN.light, 18) +
    path('M150 -430H192Q210 -430 210 -412V-38Q210 -20 192 -20H150Z', LINEN.base) +
    path('M-230 -330V-412Q-230 -430 -212 -430H192Q210 -430 210 -412V-330Z', colour.base) +
    path('M120 -430H192Q210 -430 210 -412V-330H120Z', colour.shade) +
    times(4, (i) => box(-170 + i * 100, -464, 20, 76, METAL.shade, 10)) +
    box(-110, -392, 200, 22, LINEN.light, 11) +
    times(20, (i) =>
      box(-194 + (i % 5) * 80, -296 + Math.floor(i / 5) * 68, 48, 40, i === 12 ? 'none' : LINEN.shade, 8),
    ) +
    circle(-10, -140, 44, RAMPS.ochre.base) +
    path(
      'M-10 -118C-40 -140 -36 -166 -20 -166C-14 -166 -10 -160 -10 -156C-10 -160 -6 -166 0 -166C16 -166 20 -140 -10 -118Z',
      LINEN.light,
    ),
  1.12,
)

const letter = onTable(
  240,
  ['terracotta', 'wine', 'dusk'],
  (colour) =>
    turned(
      -5,
      0,
      0,
      inside(
        roundBox(-260, -360, 520, 340, 16),
        LINEN.light,
        path('M-260 -20L-20 -200L260 -20Z', LINEN.base),
        path('M260 -360V-20L40 -190Z', LINEN.shade),
        path('M-260 -360L0 -150L260 -360Z', LINEN.base),
      ),
      line('M-256 -354L0 -150L256 -354', LINEN.deep, 7),
      circle(0, -164, 56, colour.base),
      path(
        'M0 -134C-34 -158 -30 -190 -12 -190C-4 -190 0 -184 0 -178C0 -184 4 -190 12 -190C30 -190 34 -158 0 -134Z',
        colour.light,
      ),
    ),
  1.22,
)

const cat = onTable(
  170,
  ['terracotta', 'ochre', 'dusk'],
  (colour) =>
    line('M110 -40C220 -20 260 -100 220 -190C210 -220 180 -220 176 -196', colour.shade, 44) +
    inside(
      'M-150 0C-190 -140 -130 -250 -90 -300C-120 -330 -126 -380 -116 -420L-130 -520L-54 -470C-20 -482 20 -482 54 -470L130 -520L116 -420C126 -380 120 -330 90 -300C130 -250 190 -140 150 0Z',
      colour.base,
      path('M30 -490C90 -400 40 -340 60 -290C110 -180 90 -60 70 10H220V-540H120Z', colour.shade),
      oval(-10, -120, 70, 120, LINEN.base),
      path('M-100 -500L-108 -440L-64 -470Z', RAMPS.rose.base),
      path('M100 -500L108 -440L64 -470Z', RAMPS.rose.shade),
    ) +
    oval(-46, -400, 14, 20, INK.base) +
    oval(46, -400, 14, 20, INK.base) +
    path('M-14 -368H14L0 -350Z', RAMPS.rose.base) +
    line('M0 -350C-6 -336 -20 -334 -30 -340M0 -350C6 -336 20 -334 30 -340', INK.base, 5) +
    line('M-60 -360L-140 -372M-60 -346L-138 -336M60 -360L140 -372M60 -346L138 -336', LINEN.light, 4) +
    oval(-70, -16, 60, 26, LINEN.base) +
    oval(60, -16, 60, 26, LINEN.shade),
  1.1,
)

const backpack = onGround(
  190,
  ['forest', 'terracotta', 'dusk', 'ochre'],
  (colour) =>
    line('M-60 -520C-60 -600 60 -600 60 -520', colour.deep, 24) +
    box(-170, -590, 340, 90, RAMPS.ochre.base, 44) +
    box(40, -590, 130, 90, RAMPS.ochre.shade, 44) +
    circle(-126, -545, 30, RAMPS.ochre.light) +
    box(-240, -260, 90, 210, colour.shade, 30) +
    box(150, -260, 90, 210, colour.deep, 30) +
    inside(
      'M-190 -30V-400C-190 -500 -110 -530 0 -530C110 -530 190 -500 190 -400V-30Q190 0 160 0H-160Q-190 0 -190 -30Z',
      colour.base,
      path('M70 -540C130 -400 110 -140 100 10H210V-540Z', colour.shade),
      line('M-156 -120V-380', colour.light, 12),
    ) +
    path(
      'M-196 -400C-190 -500 -110 -530 0 -530C110 -530 190 -500 196 -400C120 -350 -120 -350 -196 -400Z',
      colour.light,
    ) +
    path('M60 -526C130 -516 190 -490 196 -400C160 -376 120 -366 80 -364C110 -420 100 -480 60 -526Z', colour.base) +
    box(-130, -230, 260, 180, colour.shade, 26) +
    box(-130, -230, 260, 60, colour.base, 26) +
    box(-80, -400, 26, 190, WOOD.base, 6) +
    box(54, -400, 26, 190, WOOD.shade, 6) +
    box(-86, -250, 38, 34, METAL.light, 6) +
    box(48, -250, 38, 34, METAL.light, 6),
)

const mat = onTable(
  270,
  ['wine', 'forest', 'dusk', 'terracotta'],
  (colour) =>
    box(-140, -220, 400, 220, colour.base, 20) +
    box(-140, -90, 400, 90, colour.shade, 20) +
    box(-140, -206, 400, 22, colour.light, 11) +
    circle(-140, -110, 110, colour.light) +
    ring(-140, -110, 84, colour.shade, 14) +
    ring(-140, -110, 52, colour.shade, 14) +
    circle(-140, -110, 22, colour.shade) +
    box(20, -224, 30, 228, LINEN.base, 8) +
    box(150, -224, 30, 228, LINEN.base, 8) +
    line('M35 -220C60 -330 140 -330 165 -220', LINEN.shade, 14) +
    placed(
      -40,
      -214,
      0.9,
      path('M0 0C-60 -20 -90 -70 -86 -120C-40 -110 -10 -60 0 0Z', LEAF.base),
      path('M0 0C60 -20 90 -70 86 -120C40 -110 10 -60 0 0Z', LEAF.shade),
      path('M0 0C-30 -50 -30 -110 0 -150C30 -110 30 -50 0 0Z', LEAF.light),
    ),
  1.3,
)

const boots = onGround(
  260,
  ['ochre', 'terracotta', 'wine'],
  (colour) => {
    const boot = (tone: typeof colour) =>
      inside(
        'M-90 -380H70Q84 -380 82 -366L76 -210C130 -190 210 -170 226 -120C236 -90 230 -40 230 -40H-96Q-110 -40 -108 -54Z',
        tone.base,
        path('M-110 -100H240V-30H-110Z', tone.shade),
        path('M-90 -380H-50L-64 -60H-110Z', tone.light),
        path('M120 -200C190 -180 240 -150 240 -90H160Z', tone.shade),
      ) +
      box(-100, -398, 192, 46, tone.deep, 22) +
      times(4, (i) => line(`M30 ${-330 + i * 38}L84 ${-320 + i * 38}`, LINEN.base, 9)) +
      path('M-112 -50H236V-16Q236 0 220 0H-60L-70 -14H-96Q-112 -14 -112 -30Z', INK.base) +
      times(6, (i) => box(-40 + i * 46, -12, 22, 14, INK.shade))
    return (
      placed(120, -26, 0.94, boot({ light: colour.shade, base: colour.shade, shade: colour.deep, deep: colour.deep })) +
      placed(-130, 0, 1, boot(colour))
    )
  },
  1.24,
)

const skis = onGround(150, ['terracotta', 'dusk', 'wine', 'forest'], (colour) => {
  const ski = (x: number, turn: number, tone: typeof colour) =>
    turned(
      turn,
      x,
      0,
      path(
        `M${x - 30} 0V-520C${x - 30} -580 ${x - 4} -610 ${x} -616C${x + 4} -610 ${x + 30} -580 ${x + 30} -520V0Z`,
        tone.base,
      ),
      box(x + 6, -520, 24, 520, tone.shade),
      box(x - 30, -440, 60, 20, LINEN.base),
      box(x - 30, -404, 60, 10, LINEN.base),
      box(x - 24, -260, 48, 110, INK.base, 8),
    )
  return (
    line('M-190 0L-130 -480', METAL.shade, 12) +
    box(-150, -520, 26, 70, INK.base, 10) +
    line('M196 0L140 -480', METAL.shade, 12) +
    box(126, -520, 26, 70, INK.base, 10) +
    ring(-186, -46, 26, INK.base, 8) +
    ring(192, -46, 26, INK.base, 8) +
    ski(-46, -3, colour) +
    ski(46, 4, colour)
  )
})

const hands = onTable(
  220,
  ['terracotta', 'wine'],
  (colour) => {
    const hand = (tone: { base: string; shade: string }) =>
      path(
        'M-20 0C-120 0 -210 -60 -250 -170C-262 -204 -226 -226 -200 -196L-150 -136C-180 -190 -196 -240 -204 -290C-208 -320 -168 -328 -158 -298C-140 -240 -110 -190 -70 -160C-40 -138 -10 -120 -6 -80Z',
        tone.base,
      )
    const skin = { base: '#e8b894', shade: '#cf966f' }
    const other = { base: '#b47b55', shade: '#94613f' }
    return (
      inside(
        'M0 -200C-170 -300 -170 -470 -70 -480C-30 -482 -6 -456 0 -430C6 -456 30 -482 70 -480C170 -470 170 -300 0 -200Z',
        colour.base,
        path('M40 -490C110 -420 70 -300 -20 -200H190V-490Z', colour.shade),
        oval(-76, -420, 22, 32, colour.light),
      ) +
      hand(skin) +
      `<g transform="scale(-1 1)">${hand(other)}</g>` +
      box(-74, -30, 150, 40, LINEN.base, 14) +
      box(4, -30, 72, 40, RAMPS.dusk.base, 14)
    )
  },
  1.16,
)

const magnifier = onTable(
  240,
  ['forest', 'dusk', 'terracotta'],
  (colour) =>
    turned(
      -42,
      0,
      -260,
      box(-28, -120, 56, 240, WOOD.base, 24),
      box(4, -120, 24, 240, WOOD.shade, 12),
      ring(0, -290, 150, colour.base, 40),
      circle(0, -290, 132, '#e7efe9'),
      path('M-100 -330A110 110 0 0 1 10 -400A90 90 0 0 0 -100 -330Z', '#ffffff'),
    ),
  1.1,
)

const PIECE =
  'M-120 -120H-34C-60 -176 -30 -204 0 -204C30 -204 60 -176 34 -120H120V-34C176 -60 204 -30 204 0C204 30 176 60 120 34V120H-120Z'
const puzzle = onTable(240, ['terracotta', 'forest', 'wine'], (colour) => {
  const piece = (x: number, y: number, turn: number, tone: typeof colour) =>
    placed(
      x,
      y,
      0.95,
      turned(
        turn,
        0,
        0,
        inside(
          PIECE,
          tone.base,
          path('M60 -220L20 140H220V-220Z', tone.shade),
          box(-112, -112, 12, 224, tone.light, 6),
        ),
      ),
    )
  return (
    piece(-130, -374, 0, RAMPS.dusk) +
    piece(-130, -116, 0, colour) +
    turned(10, 170, -120, piece(190, -150, 0, RAMPS.ochre))
  )
})

export const OUTINGS = { backpack, mat, boots, skis, cat, calendar, letter, puzzle, magnifier, hands }
