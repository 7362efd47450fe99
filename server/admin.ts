import { AppError } from '#domain/base/errors.ts'
import { CommandFailure, print, UsageError } from '#server/admin/command.ts'
import { COMMANDS } from '#server/admin/commands.ts'
import { openContext } from '#server/admin/context.ts'
import { adminCommand } from '#server/platform/start/admin-command.ts'
import { StartFailure } from '#server/platform/start/start-errors.ts'
import { readSettingsWithWarnings } from '#server/setting-warnings.ts'
import { SettingError } from '#server/settings.ts'
import { ProgramMissing } from '../token/foundry.ts'

// Of a file, and the SQLSTATE of the database.
const DISK_FULL = ['ENOSPC', '53100']

const help = (): string => {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length))
  const lines = COMMANDS.map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`)
  const note = 'I comandi senza «con Piazza chiusa» funzionano anche mentre Piazza è aperta.'
  return [`Uso: ${adminCommand('COMANDO')}`, '', ...lines, '', note].join('\n')
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = COMMANDS.find((one) => one.name === name)

const run = async (): Promise<number> => {
  if (!command) {
    const isAsked = ['help', '--help', '-h'].includes(name)
    if (!isAsked) process.stderr.write(`Il comando ${name} non esiste.\n\n`)
    print(help())
    return isAsked ? 0 : 1
  }
  const settings = readSettingsWithWarnings(process.env, (line) => process.stderr.write(`${line}\n`))
  const context = openContext(settings)
  try {
    await command.run(args, context)
    return 0
  } finally {
    await context.close()
  }
}

// A reader such as head may have read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  process.exit(await run())
} catch (error) {
  const isPlain = [UsageError, CommandFailure, AppError, SettingError, StartFailure, ProgramMissing].some(
    (kind) => error instanceof kind,
  )
  const { message, stack, code = '' } = error as NodeJS.ErrnoException
  if (DISK_FULL.includes(code))
    process.stderr.write('Lo spazio su disco è finito: liberane (df -h) e ripeti il comando.\n')
  else process.stderr.write(`${isPlain ? message : stack}\n`)
  if (error instanceof UsageError) process.stderr.write(`Uso: ${adminCommand(command?.usage ?? 'COMANDO')}\n`)
  process.exit(1)
}
