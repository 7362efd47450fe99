import { evaporationOf } from '#domain/evaporation.ts'
import { formatVal, fromHundredths } from '#domain/money.ts'
import { type Command, say, UsageError } from '#server/admin/command.ts'
import { readHolders, showVal } from '#server/admin/holders.ts'
import type { Purse } from '#server/admin/house.ts'
import { untilCarriedOut } from '#server/admin/patience.ts'

// What the token settles by itself in one transaction of today's networks.
const BATCH = 1_500
const BAR = 30

export const evaporate: Command = {
  name: 'evaporate',
  usage: 'evaporate [--dry-run]',
  does: 'fa evaporare il 6% dei saldi sopra 1 VAL; con --dry-run mostra soltanto chi perderebbe quanto',
  async run(args, house) {
    if (args.some((arg) => arg !== '--dry-run')) throw new UsageError('Dopo evaporate può stare solo --dry-run.')
    const purse = await house.purse()
    await (args.length > 0 ? rehearse(purse) : carryOut(purse))
  },
}

const rehearse = async (purse: Purse): Promise<void> => {
  let total = 0
  for await (const { account, balance, name } of readHolders(purse)) {
    const isOwner = account === purse.chain.treasury.address
    const loss = isOwner ? 0 : evaporationOf(balance)
    total += loss
    say(`${account}  ${showVal(balance)} → ${showVal(balance - loss)}  (−${showVal(loss).trim()})  ${name}`)
  }
  say(`Evaporerebbero ${formatVal(fromHundredths(total))} in tutto. Non è cambiato nulla.`)
}

const carryOut = async ({ chain, wallet }: Purse): Promise<void> => {
  const before = await chain.supply()
  const begun = await wallet.findOpen('evaporate')
  const left = await chain.unsettled()
  if (begun || left > 0) {
    say('Riprendo il giro rimasto a metà.')
    if (begun) await untilCarriedOut(wallet, begun.id)
  } else {
    const { id } = await wallet.order(`evaporate:${(await chain.round()) + 1}`, { kind: 'evaporate', amount: 0 })
    await untilCarriedOut(wallet, id)
  }
  await sweep({ chain, wallet })
  const after = await chain.supply()
  say(`Fatto: evaporati ${formatVal(fromHundredths(before - after))}, ne restano ${formatVal(fromHundredths(after))}.`)
}

/** The round holds for everybody already; this writes it into each holder's account, as many at a time as fit. */
const sweep = async ({ chain, wallet }: Purse): Promise<void> => {
  const round = await chain.round()
  const whole = await chain.holderCount()
  for (let left = await chain.unsettled(); ; left = await chain.unsettled()) {
    showProgress(whole - left, whole)
    if (left === 0) return
    const { id } = await wallet.order(`settle:${round}:${left}`, { kind: 'settle', amount: BATCH })
    await untilCarriedOut(wallet, id)
  }
}

const showProgress = (done: number, whole: number): void => {
  const filled = Math.round((done / whole) * BAR)
  const line = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${done} di ${whole}`
  const isLast = done === whole
  process.stdout.write(process.stdout.isTTY ? `\r${line}${isLast ? '\n' : ''}` : `${line}\n`)
}
