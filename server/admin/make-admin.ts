import { type Command, print, UsageError } from '#server/admin/command.ts'

export const makeAdmin: Command = {
  name: 'make-admin',
  usage: 'make-admin EMAIL',
  does: 'fa amministrare Piazza a chi ha quell’indirizzo',
  async run([email, ...rest], context) {
    if (!email || rest.length > 0) throw new UsageError('Scrivi l’indirizzo e-mail di una persona iscritta.')
    await (await context.administration()).promote(email)
    print(`${email} ora amministra Piazza.`)
  },
}
