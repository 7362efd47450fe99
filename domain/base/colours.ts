// Must not import zod: browsers load this file.

/** The colours that an admin chooses: two, each for the light and for the dark scheme. */
export const COLOUR_ROLES = ['primary', 'accent', 'primaryDark', 'accentDark'] as const
export type ColourRole = (typeof COLOUR_ROLES)[number]
export type Colours = Record<ColourRole, string>

/** As in web/theme/tokens.css. */
export const DEFAULT_COLOURS: Colours = {
  primary: '#1e4d38',
  accent: '#a03a17',
  primaryDark: '#93cda9',
  accentDark: '#f2a781',
}

export const COLOUR_PATTERN = '#[0-9a-fA-F]{6}'

/** WCAG 2.2, level AA, for text. */
export const REQUIRED_CONTRAST = 4.5

// Colours of web/theme/tokens.css that the chosen ones are combined with, as background or as text.
const LIGHT_SHEET = '#fffdf7'
const DARK_SHEET = '#1f241d'
const LIGHT_GROUNDS = ['#f6efe1', LIGHT_SHEET, '#ece1cb', '#fbedc9']
const DARK_GROUNDS = ['#161a14', DARK_SHEET, '#10130e', '#352b14']
const TINT_SHARE = { primary: 0.12, accent: 0.13, primaryDark: 0.16, accentDark: 0.15 }
const ON_BAND_SOFT = '#d3decc'
const BUTTON_TEXT = { light: '#fdf8ec', dark: '#0f2219' }

const BLACK = '#000000'
const WHITE = '#ffffff'

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))

/** A colour between two others; `share` is that of the second. */
export const mix = (one: string, other: string, share: number): string => {
  const second = channelsOf(other)
  const mixed = channelsOf(one).map((channel, index) => Math.round(channel + ((second[index] ?? 0) - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const isDark = (role: ColourRole): boolean => role.endsWith('Dark')

/** The tinted background of notices and selected entries. */
export const tintOf = (role: ColourRole, colour: string): string =>
  mix(isDark(role) ? DARK_SHEET : LIGHT_SHEET, colour, TINT_SHARE[role])

/** The band behind banner and footer, which is dark in both schemes. */
export const bandOf = (primary: string): string => mix(primary, BLACK, 0.08)

const groundsOf = (role: ColourRole, colour: string): string[] => [
  ...(isDark(role) ? [...DARK_GROUNDS, BUTTON_TEXT.dark] : [...LIGHT_GROUNDS, BUTTON_TEXT.light]),
  ...(role === 'primary' ? [ON_BAND_SOFT] : []),
  tintOf(role, colour),
]

/** The lowest contrast with any colour that it is combined with. */
export const leastContrast = (role: ColourRole, colour: string): number =>
  Math.min(...groundsOf(role, colour).map((ground) => contrast(colour, ground)))

export const isLegible = (role: ColourRole, colour: string): boolean => leastContrast(role, colour) >= REQUIRED_CONTRAST

const STEPS = 256

/** The same colour, darkened or lightened by as little as possible. */
export const nearestLegible = (role: ColourRole, colour: string): string => {
  for (let step = 0; step <= STEPS; step++) {
    const found = [mix(colour, BLACK, step / STEPS), mix(colour, WHITE, step / STEPS)].find((candidate) =>
      isLegible(role, candidate),
    )
    if (found) return found
  }
  return DEFAULT_COLOURS[role]
}

const declarations = (tokens: Record<string, string>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** The stylesheet that replaces the colours of web/theme/tokens.css. */
export const themeCss = ({ primary, accent, primaryDark, accentDark }: Colours): string => {
  const light = declarations({
    forest: primary,
    'forest-hover': mix(primary, BLACK, 0.3),
    'forest-tint': tintOf('primary', primary),
    band: bandOf(primary),
    terracotta: accent,
    'terracotta-tint': tintOf('accent', accent),
    'awning-a': mix(accent, WHITE, 0.1),
  })
  const dark = declarations({
    forest: primaryDark,
    'forest-hover': mix(primaryDark, WHITE, 0.3),
    'forest-tint': tintOf('primaryDark', primaryDark),
    band: mix(primary, BLACK, 0.35),
    terracotta: accentDark,
    'terracotta-tint': tintOf('accentDark', accentDark),
    'awning-a': mix(accent, BLACK, 0.1),
  })
  return `:root{${light}}@media screen and (prefers-color-scheme:dark){:root{${dark}}}\n`
}

const THEME_FILE = /^([0-9a-f]{6})-([0-9a-f]{6})-([0-9a-f]{6})-([0-9a-f]{6})\.css$/

/** The URL names the colours, so that it changes with them; undefined for the default ones, which need no file. */
export const themePath = (colours: Colours): string | undefined =>
  COLOUR_ROLES.every((role) => colours[role] === DEFAULT_COLOURS[role])
    ? undefined
    : `/theme/${COLOUR_ROLES.map((role) => colours[role].slice(1)).join('-')}.css`

export const coloursOfFile = (name: string): Colours | undefined => {
  const [, primary, accent, primaryDark, accentDark] = THEME_FILE.exec(name) ?? []
  if (!primary || !accent || !primaryDark || !accentDark) return undefined
  const colour = (digits: string) => `#${digits}`
  return {
    primary: colour(primary),
    accent: colour(accent),
    primaryDark: colour(primaryDark),
    accentDark: colour(accentDark),
  }
}
