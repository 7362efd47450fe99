import { evaporationOf } from '#domain/evaporation.ts'
import { formatVal, fromHundredths } from '#domain/money.ts'
import { type Command, print, UsageError } from '#server/admin/command.ts'
import { waitForConfirmation } from '#server/admin/confirmation.ts'
import type { Wallets } from '#server/admin/context.ts'
import { readHolders, showVal } from '#server/admin/holders.ts'

// As many holders as fit into one transaction on today's networks.
const BATCH = 1_500
const BAR = 30

export const evaporate: Command = {
  name: 'evaporate',
  usage: 'evaporate [--dry-run]',
  does: 'fa evaporare il 6% dei saldi sopra 1 VAL; con --dry-run mostra soltanto chi perderebbe quanto',
  async run(args, context) {
    if (args.some((arg) => arg !== '--dry-run')) throw new UsageError('Dopo evaporate può stare solo --dry-run.')
    const wallets = await context.wallets()
    await (args.length > 0 ? dryRun(wallets) : runRound(wallets))
  },
}

const dryRun = async (wallets: Wallets): Promise<void> => {
  let total = 0
  for await (const { account, balance, name } of readHolders(wallets)) {
    const isOwner = account === wallets.chain.treasury.address
    const loss = isOwner ? 0 : evaporationOf(balance)
    total += loss
    print(`${account}  ${showVal(balance)} → ${showVal(balance - loss)}  (−${showVal(loss).trim()})  ${name}`)
  }
  print(`Evaporerebbero ${formatVal(fromHundredths(total))} in tutto. Non è cambiato nulla.`)
}

const runRound = async ({ chain, wallet }: Wallets): Promise<void> => {
  const before = await chain.supply()
  const unfinished = await wallet.findOpen('evaporate')
  const left = await chain.unsettled()
  if (unfinished || left > 0) {
    print('Riprendo il giro rimasto a metà.')
    if (unfinished) await waitForConfirmation(wallet, unfinished.id)
  } else {
    const { id } = await wallet.order(`evaporate:${(await chain.round()) + 1}`, { kind: 'evaporate', amount: 0 })
    await waitForConfirmation(wallet, id)
  }
  await settleAll({ chain, wallet })
  const after = await chain.supply()
  print(
    `Fatto: evaporati ${formatVal(fromHundredths(before - after))}, ne restano ${formatVal(fromHundredths(after))}.`,
  )
}

/** The round already applies to every balance that is read; this writes it into each holder's account, in batches. */
const settleAll = async ({ chain, wallet }: Wallets): Promise<void> => {
  const round = await chain.round()
  const whole = await chain.holderCount()
  for (let left = await chain.unsettled(); ; left = await chain.unsettled()) {
    showProgress(whole - left, whole)
    if (left === 0) return
    const { id } = await wallet.order(`settle:${round}:${left}`, { kind: 'settle', amount: BATCH })
    await waitForConfirmation(wallet, id)
  }
}

const showProgress = (done: number, whole: number): void => {
  const filled = Math.round((done / whole) * BAR)
  const line = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${done} di ${whole}`
  const isLast = done === whole
  process.stdout.write(process.stdout.isTTY ? `\r${line}${isLast ? '\n' : ''}` : `${line}\n`)
}
