// Must not import zod: browsers load this file.
export const MIN_SYNONYMS = 2
export const MAX_SYNONYMS = 12
export const MAX_SYNONYM = 40
/** Words of one phrase: "macchina da cucire" has three. */
export const MAX_SYNONYM_WORDS = 4
/** Groups that admins add. */
export const MAX_SYNONYM_GROUPS = 500

export const SYNONYM_MESSAGES = {
  added: 'Gruppo aggiunto.',
  removed: 'Gruppo tolto.',
  notFound: 'Questo gruppo non esiste.',
  tooMany: `Ci sono già ${MAX_SYNONYM_GROUPS} gruppi aggiunti: prima togline qualcuno.`,
  tooFew: 'Scrivi almeno due parole diverse: il plurale della stessa parola non serve.',
} as const

/** The words of a group as they are typed: separated by commas or line breaks. */
export const synonymsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((word) => word.replace(/\s+/g, ' ').trim().toLowerCase())
      .filter(Boolean),
  ),
]
