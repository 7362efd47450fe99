import { formatVal, fromHundredths, type Hundredths } from '#domain/base/money.ts'
import { type Command, print, UsageError } from '#server/admin/command.ts'
import type { Wallets } from '#server/admin/context.ts'

const PAGE = 500

export type Holder = { account: string; balance: Hundredths; name: string }

/** Yields all holders with their names, in the order of the token's list of holders. */
export async function* readHolders({ chain, wallet }: Wallets): AsyncGenerator<Holder> {
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
  async run(args, context) {
    if (args.length > 0) throw new UsageError('Questo comando non ha argomenti.')
    const wallets = await context.wallets()
    let count = 0
    for await (const { account, balance, name } of readHolders(wallets)) {
      print(`${account}  ${showVal(balance)}  ${name}`)
      count++
    }
    print(
      `${count === 1 ? 'Un portafoglio' : `${count} portafogli`}, ${formatVal(fromHundredths(await wallets.chain.supply()))} in tutto.`,
    )
  },
}
