import { formatVal, fromHundredths, type Hundredths } from '#domain/money.ts'
import { type Command, say } from '#server/admin/command.ts'
import type { Purse } from '#server/admin/house.ts'

const PAGE = 500

export type Holder = { account: string; balance: Hundredths; name: string }

/** Every recorded holder with a name, page by page, in the order of the token's list. */
export async function* readHolders({ chain, wallet }: Purse): AsyncGenerator<Holder> {
  for (let position = 1; ; position += PAGE) {
    const page = await chain.holdersFrom(position, PAGE)
    const names = await wallet.usernames(page.map(({ account }) => account))
    const nameOf = (account: string) => (account === chain.treasury.address ? 'tesoreria' : (names.get(account) ?? ''))
    for (const holder of page) yield { ...holder, name: nameOf(holder.account) }
    if (page.length < PAGE) return
  }
}

export const showVal = (amount: Hundredths): string => formatVal(fromHundredths(amount)).padStart(18)

export const holders: Command = {
  name: 'holders',
  usage: 'holders',
  does: 'elenca chi possiede VAL e quanti',
  async run(_args, house) {
    const purse = await house.purse()
    let count = 0
    for await (const { account, balance, name } of readHolders(purse)) {
      say(`${account}  ${showVal(balance)}  ${name}`)
      count++
    }
    say(`${count} portafogli, ${formatVal(fromHundredths(await purse.chain.supply()))} in tutto.`)
  },
}
