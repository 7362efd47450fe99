import { readSettings, SETTING_NAMES, type Settings } from '#server/settings.ts'

// Read elsewhere than in settings.ts.
const OTHERS = ['OLD_WALLET_SECRET', 'PIAZZA_ADMIN']
const KNOWN = [...SETTING_NAMES, ...OTHERS]
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Letters to add, drop, change or swap with their neighbour to get from one name to the other. */
const distance = (from: string, to: string): number => {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (last[j] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[to.length] ?? 0
}

// The environment also holds names of other programs, so only a name close to one of ours is taken for a slip. Two slips in a
// short name make another word, such as HOME and HOST.
const SHORT = 7
const nearest = (name: string): string | undefined =>
  KNOWN.find((known) => distance(name, known) <= (known.length <= SHORT ? 1 : 2))

const slipsIn = (environment: NodeJS.ProcessEnv): string[] =>
  Object.keys(environment).flatMap((name) => {
    const meant = KNOWN.includes(name) ? undefined : nearest(name)
    return meant ? [`Attenzione: ${name} non è un’impostazione di Piazza e non ha effetto. Intendevi ${meant}?`] : []
  })

type Address = { production: boolean; site: { publicUrl: string } }

const openAddress = ({ production, site }: Address): string[] => {
  const { protocol, hostname } = new URL(site.publicUrl)
  const isOpen = production && protocol === 'http:' && !LOOPBACK.test(hostname)
  return isOpen
    ? [
        'Attenzione: PUBLIC_URL comincia con http://: password e messaggi viaggiano in chiaro e le passkey non funzionano. ' +
          'Serve https://, con un proxy davanti.',
      ]
    : []
}

// As docs/operating.md writes them.
const ADDRESSES = ['PUBLIC_URL', 'SMTP_URL', 'ADMIN_EMAIL', 'MAIL_FROM', 'MAIL_IN_URL', 'MAIL_IN_ADDRESS']

const examples = (environment: NodeJS.ProcessEnv, { production }: Address): string[] => {
  const left = ADDRESSES.filter((name) => /[.@/]example\.org\b/.test(environment[name] ?? ''))
  if (!production || left.length === 0) return []
  return [`Attenzione: con indirizzi d’esempio (example.org): ${left.join(', ')}. Al loro posto vanno i tuoi.`]
}

/** What an operator should know about the settings although the start goes on, one line each. */
export const settingWarnings = (environment: NodeJS.ProcessEnv, settings: Address): string[] => [
  ...slipsIn(environment),
  ...openAddress(settings),
  ...examples(environment, settings),
]

/** Reads the settings and says the warnings; those about names come first, as they may explain why a setting is missing. */
export const readSettingsWithWarnings = (environment: NodeJS.ProcessEnv, say: (line: string) => void): Settings => {
  for (const line of slipsIn(environment)) say(line)
  const settings = readSettings(environment)
  for (const line of [...openAddress(settings), ...examples(environment, settings)]) say(line)
  return settings
}
