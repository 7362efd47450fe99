import { removeDemo as remove } from '#demo/remove.ts'
import { type Command, print, UsageError } from '#server/admin/command.ts'
import { adminCommand } from '#server/platform/start/admin-command.ts'

export const removeDemo: Command = {
  name: 'remove-demo',
  usage: 'remove-demo',
  does: 'toglie gli account di prova con i loro annunci, prima di aprire al pubblico',
  async run(args, context) {
    if (args.length > 0) throw new UsageError('Questo comando non ha argomenti.')
    const removed = await remove(await context.db(), new Date())
    print(removed === 0 ? 'Non ci sono account di prova.' : `Account di prova tolti: ${removed}.`)
    if (removed > 0)
      print(
        `Se nessun altro amministra, scegli ADMIN_EMAIL e ADMIN_PASSWORD, o usa «${adminCommand('make-admin EMAIL')}».`,
      )
  },
}
