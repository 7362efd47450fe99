import type { House } from '#server/admin/house.ts'

/** What `npm run admin -- NAME …` does: one file per command in this folder, listed in server/admin.ts. */
export type Command = {
  name: string
  /** How it is written, and what it does, as the help shows them. */
  usage: string
  does: string
  run(args: string[], house: House): Promise<void>
}

/** A command written wrongly; the help follows its message. */
export class UsageError extends Error {}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
