import { randomBytes } from 'node:crypto'
import { type Command, print, UsageError } from '#server/admin/command.ts'

const PASSWORD_BYTES = 12

export const resetPassword: Command = {
  name: 'reset-password',
  usage: 'reset-password EMAIL',
  does: 'dà una nuova password a chi ha quell’indirizzo, e chiude le sue sessioni',
  async run([email, ...rest], context) {
    // The password is generated, because an argument would stay in the shell's history.
    if (!email || rest.length > 0) throw new UsageError('Scrivi l’indirizzo e-mail di una persona iscritta.')
    const password = randomBytes(PASSWORD_BYTES).toString('base64url')
    await (await context.administration()).resetPassword(email, password)
    print(`La nuova password di ${email} è: ${password}`)
  },
}
