import { randomUUID } from 'node:crypto'
import { formatVal, fromHundredths, readAmount } from '#domain/base/money.ts'
import { type Command, print, UsageError } from '#server/admin/command.ts'
import { waitForConfirmation } from '#server/admin/confirmation.ts'

export const send: Command = {
  name: 'send',
  usage: 'send E-MAIL IMPORTO',
  does: 'dà VAL della tesoreria a una persona, per esempio: send maria@esempio.it 12,50',
  async run([email = '', amount = '', ...rest], context) {
    const hundredths = readAmount(amount)
    if (!email || !hundredths || rest.length > 0)
      throw new UsageError('Scrivi a chi e quanti VAL, per esempio maria@esempio.it 12,50.')
    const administration = await context.administration()
    const { id, username, account } = await administration.getWallet(email)
    const { wallet } = await context.wallets()
    const transfer = { key: `send:${randomUUID()}`, from: 'treasury', to: account, amount: hundredths } as const
    const sent = await wallet.transfer(transfer)
    const details = { amount: String(fromHundredths(hundredths)) }
    await administration.recordForTreasury({ action: 'treasury.gift', subject: id, details })
    await waitForConfirmation(wallet, sent.id)
    print(`Dati ${formatVal(fromHundredths(hundredths))} a ${username}.`)
  },
}
