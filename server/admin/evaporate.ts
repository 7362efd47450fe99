import { italianDate } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { formatVal, fromHundredths } from '#domain/base/money.ts'
import { evaporationOf } from '#domain/val/evaporation.ts'
import { type Command, print, UsageError } from '#server/admin/command.ts'
import { waitForConfirmation } from '#server/admin/confirmation.ts'
import type { AdminContext, Wallets } from '#server/admin/context.ts'
import { readHolders, showVal } from '#server/admin/holders.ts'
import { ask } from '#server/admin/question.ts'
import { makeCalledRounds } from '#server/admin/services.ts'

const BAR = 30
const CONFIRMATION = 'EVAPORA'
const TAKEN = 'Per oggi c’è già un giro, annunciato o concluso: non è cambiato nulla.'

export const evaporate: Command = {
  name: 'evaporate',
  usage: 'evaporate [--dry-run]',
  does: 'fa evaporare il 6\u00a0% dei saldi sopra 1 VAL, dopo averti chiesto conferma; con --dry-run mostra soltanto quanto perderebbe ognuno',
  async run(args, context) {
    if (args.some((arg) => arg !== '--dry-run')) throw new UsageError('Dopo evaporate può stare solo --dry-run.')
    const wallets = await context.wallets()
    await (args.length > 0 ? dryRun(wallets) : runRound(wallets, context))
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

const showPreview = async (wallets: Wallets): Promise<void> => {
  let [total, losing, count] = [0, 0, 0]
  for await (const { account, balance } of readHolders(wallets)) {
    const loss = account === wallets.chain.treasury.address ? 0 : evaporationOf(balance)
    total += loss
    losing += loss > 0 ? 1 : 0
    count++
  }
  const losers = losing === 1 ? '1 portafoglio' : `${losing} portafogli`
  print(
    `Il giro toglie ${formatVal(fromHundredths(total))} a ${losers} su ${count}. Non si può annullare, e nessuno lo sa: dal sito i giri si annunciano prima.`,
  )
}

const runRound = async (wallets: Wallets, context: AdminContext): Promise<void> => {
  const { chain, wallet, settling } = wallets
  const before = await chain.supply()
  const unfinished = await wallet.findOpen('evaporate')
  const left = await chain.unsettled()
  const currency = makeCalledRounds(await context.db())
  const date = italianDate(new Date())
  let called: string | undefined
  if (unfinished || left > 0) {
    print('Riprendo il giro rimasto a metà.')
    called = unfinished?.id
  } else {
    if (await currency.isTaken(date)) throw new AppError('conflict', TAKEN)
    await showPreview(wallets)
    if ((await ask(`Scrivi ${CONFIRMATION} per far partire il giro: `)) !== CONFIRMATION)
      throw new AppError('conflict', 'Il giro non è partito: non è cambiato nulla.')
    const { id } = await wallet.treasuryCall(`evaporate:${(await chain.round()) + 1}`, { kind: 'evaporate', amount: 0 })
    const administration = await context.administration()
    await administration.recordForTreasury({ action: 'round.call', subject: date })
    called = id
  }
  // Recorded before it is confirmed, so that members are told also if the command stops here.
  if (called) {
    await currency.addCalledAtOnce({ date, transactionId: called, at: new Date() })
    await waitForConfirmation(wallet, called)
  }
  await settling.settleAll(showProgress)
  const hash = called && (await wallet.waitFor(called, 0)).hash
  if (called && hash) await currency.endCalledAtOnce(called, hash, new Date())
  const after = await chain.supply()
  print(
    `Fatto: evaporati ${formatVal(fromHundredths(before - after))}, ne restano ${formatVal(fromHundredths(after))}.`,
  )
  print('Il server lo scrive a tutti per e-mail; se è spento, appena riparte.')
}

const showProgress = (done: number, whole: number): void => {
  const filled = Math.round((done / whole) * BAR)
  const line = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${done} di ${whole}`
  const isLast = done === whole
  process.stdout.write(process.stdout.isTTY ? `\r${line}${isLast ? '\n' : ''}` : `${line}\n`)
}
