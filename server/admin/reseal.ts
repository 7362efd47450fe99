import { type Command, print, UsageError } from '#server/admin/command.ts'
import { isServerRunning } from '#server/platform/jobs/locks.ts'
import { loadSecret } from '#server/platform/start/secrets.ts'
import { reseal as resealAll } from '#server/val/wallet/reseal.ts'
import { resealTreasuryKey } from '#server/val/wallet/treasury-key.ts'

export const reseal: Command = {
  name: 'reseal',
  usage: 'reseal',
  does: 'con Piazza chiusa: richiude i portafogli sotto WALLET_SECRET; quello di prima va in OLD_WALLET_SECRET',
  async run(args, context) {
    // Read from the environment, because an argument would stay in the shell's history.
    const before = process.env.OLD_WALLET_SECRET
    if (!before || args.length > 0) throw new UsageError('Metti il segreto di prima in OLD_WALLET_SECRET.')
    if (await isServerRunning(await context.db()))
      throw new UsageError('Piazza è aperta: chiudila prima di cambiare il segreto dei portafogli.')
    const after = context.settings.walletSecret ?? (await loadSecret(context.settings.dataDir, 'wallet'))
    if (!after) throw new UsageError('Metti il nuovo segreto in WALLET_SECRET.')
    const change = async () => {
      await resealTreasuryKey(context.settings.dataDir, before, after)
      return resealAll(await context.db(), before, after)
    }
    const count = await change().catch((cause) => {
      throw new UsageError(`I portafogli non sono cambiati: ${cause.message}.`)
    })
    print(count === 1 ? 'Un portafoglio è sotto il nuovo segreto.' : `${count} portafogli sono sotto il nuovo segreto.`)
  },
}
