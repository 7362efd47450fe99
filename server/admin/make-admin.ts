import { type Command, say, UsageError } from '#server/admin/command.ts'
import { makeAdministrationDesk } from '#server/services.ts'

export const makeAdmin: Command = {
  name: 'make-admin',
  usage: 'make-admin EMAIL',
  does: 'fa amministrare il socio con quell’indirizzo',
  async run([email, ...rest], house) {
    if (!email || rest.length > 0) throw new UsageError('Scrivi l’indirizzo e-mail di un socio.')
    const desk = makeAdministrationDesk({ db: await house.db(), settings: house.settings, now: () => new Date() })
    await desk.promote(email)
    say(`${email} ora amministra Piazza.`)
  },
}
