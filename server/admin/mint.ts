import { randomUUID } from 'node:crypto'
import { formatVal, fromHundredths, readAmount } from '#domain/base/money.ts'
import { type Command, print, UsageError } from '#server/admin/command.ts'
import { waitForConfirmation } from '#server/admin/confirmation.ts'

export const mint: Command = {
  name: 'mint',
  usage: 'mint IMPORTO',
  does: 'crea nuovi VAL nel portafoglio della tesoreria, per esempio: mint 1500,50',
  async run([amount = '', ...rest], context) {
    const hundredths = readAmount(amount)
    if (!hundredths || rest.length > 0) throw new UsageError('Scrivi quanti VAL creare, per esempio 1500,50.')
    const { chain, wallet } = await context.wallets()
    const unfinished = await wallet.findOpen('mint')
    if (unfinished) {
      await waitForConfirmation(wallet, unfinished.id)
      print('Ho portato a termine un’emissione rimasta a metà; per crearne altri ripeti il comando.')
    } else {
      const { id } = await wallet.treasuryCall(`mint:${randomUUID()}`, { kind: 'mint', amount: hundredths })
      const details = { amount: String(fromHundredths(hundredths)) }
      await (await context.administration()).recordForTreasury({ action: 'treasury.mint', subject: id, details })
      await waitForConfirmation(wallet, id)
      print(`Creati ${formatVal(fromHundredths(hundredths))}.`)
    }
    const [supply, treasury] = await Promise.all([chain.supply(), chain.balanceOf(chain.treasury.address)])
    print(
      `VAL in tutto: ${formatVal(fromHundredths(supply))}, di cui in tesoreria ${formatVal(fromHundredths(treasury))}.`,
    )
  },
}
