import { z } from 'zod'
import * as limits from '#domain/association/settings.ts'
import { Val } from '#domain/base/amounts.schema.ts'
import { COLOUR_PATTERN, type ColourRole } from '#domain/base/colours.ts'
import { line, nameLine } from '#domain/base/text.ts'

const MOST_TIMES = 999

const required = (text: string) => text !== ''
const EMPTY = 'Compila questo campo.'

const webAddress = z
  .string()
  .trim()
  .max(limits.MAX_URL, `Al massimo ${limits.MAX_URL} caratteri.`)
  .pipe(z.url({ protocol: /^https?$/, error: 'Il link deve cominciare con http:// o https://.' }))

const colour = (role: ColourRole) =>
  z
    .string()
    .regex(new RegExp(`^${COLOUR_PATTERN}$`), 'Scrivi il colore come #1e4d38.')
    .transform((text) => text.toLowerCase())
    .superRefine((chosen, context) => {
      const message = limits.colourProblem(role, chosen)
      if (message) context.addIssue({ code: 'custom', message })
    })

const times = z.number().int().min(1).max(MOST_TIMES)
/** An uploaded picture, or empty. */
const picture = z.string().max(500)

const email = line(limits.MAX_CONTACT).refine(
  (text) => text === '' || z.email().safeParse(text).success,
  'Controlla l’indirizzo e-mail.',
)

export const AssociationSettings = z.object({
  /** The version that was read; a change is refused if the settings have changed since. */
  version: z.number().int(),
  name: nameLine(limits.MAX_ASSOCIATION_NAME).refine(required, EMPTY),
  url: webAddress,
  logo: picture,
  colours: z.object({
    primary: colour('primary'),
    accent: colour('accent'),
    primaryDark: colour('primaryDark'),
    accentDark: colour('accentDark'),
  }),
  banner: line(limits.MAX_BANNER).refine(required, EMPTY),
  strip: z.object({
    text: line(limits.MAX_STRIP_TEXT).refine(required, EMPTY),
    label: line(limits.MAX_STRIP_LABEL).refine(required, EMPTY),
    url: webAddress,
  }),
  /** Where members sign up for the daily contribution of VAL. */
  valAppUrl: webAddress,
  /** The site suggested when a search finds nothing. */
  marketUrl: webAddress,
  partners: z
    .array(
      z.object({
        name: nameLine(limits.MAX_PARTNER_NAME).refine(required, EMPTY),
        url: webAddress,
        logo: picture,
      }),
    )
    .max(limits.MAX_PARTNERS, `Al massimo ${limits.MAX_PARTNERS} partner.`),
  contacts: z.object({ email, phone: line(limits.MAX_CONTACT), address: line(limits.MAX_CONTACT) }),
  welcome: z.object({ val: Val, when: z.enum(limits.WELCOME_MOMENTS) }),
  limits: z.object({
    transferPasswordAbove: Val,
    requestsPerDay: times,
    messagesPerDay: times,
    deskDailySum: Val,
    giftTypedAbove: Val,
    giftSecondYesAbove: Val,
  }),
})
export type AssociationSettings = z.output<typeof AssociationSettings>
export type SettingsContent = Omit<AssociationSettings, 'version'>
