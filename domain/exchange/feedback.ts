// Separate from feedback.schema.ts, so that browsers do not load zod for the form.

export const MAX_FEEDBACK = 1000
export const FEEDBACK_PAGE_SIZE = 10
/** What the parties write is shown when both have written, or this long after the first. */
export const FEEDBACK_DAYS = 14

export const FEEDBACK_SHOWN = `Quello che scrivete si legge sulle vostre pagine quando avete scritto entrambi, o ${FEEDBACK_DAYS} giorni dopo che il primo ha scritto.`

export const FEEDBACK_MESSAGES = {
  written: `Grazie! ${FEEDBACK_SHOWN}`,
  notFinished: 'Potrai dire com’è andata quando lo scambio sarà concluso.',
  alreadyWritten: 'Hai già scritto com’è andata.',
} as const
