import { resolve } from 'node:path'
import type { AdminContext } from '#server/admin/context.ts'

/** A command of `npm run admin`: one file per command in this folder, listed in commands.ts. */
export type Command = {
  name: string
  /** Shown by the help. */
  usage: string
  does: string
  run(args: string[], context: AdminContext): Promise<void>
}

/** Wrong arguments, or a state in which the command cannot run. The usage is printed after the message. */
export class UsageError extends Error {}

/** What was asked for did not work. Printed in one line. */
export class CommandFailure extends Error {}

/** npm changes the current folder; INIT_CWD is where the command was typed. */
export const fromCaller = (name: string): string => resolve(process.env.INIT_CWD ?? '.', name)

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
