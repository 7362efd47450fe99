import type { Chain } from '#server/chain/client.ts'
import { sql } from '#server/db/sql.ts'
import { makeWallet } from '#server/wallet/make.ts'
import { aChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { type anOffer, exchanging } from '#test/exchange.ts'
import { aPiazza, SECRET } from '#test/fixtures.ts'

type Wish = { clock?: () => Date; wrap?: (chain: Chain) => Chain; env?: Record<string, string> }

/** A Piazza with a chain, and members who have VAL to spend there. */
export const aMarket = async ({ wrap = (chain) => chain, ...wish }: Wish = {}) => {
  const db = await aDatabase()
  const { chain, dataDir, close } = await aChain(db)
  const piazza = await aPiazza({ db, chain: wrap(chain), ...wish })
  const { service } = makeWallet({
    ...{ db, chain, secret: SECRET, welcomeGift: 0 },
    ...{ now: () => new Date(), log: () => undefined },
  })
  const give = (account: string, amount: number) =>
    service.transfer({ key: `gift ${Math.random()}`, from: 'treasury', to: account, amount })

  /** A member with an ad and so many hundredths of VAL. */
  const aWallet = async (amount = 100_00) => {
    const member = await piazza.aMember({ hasAd: true })
    const { account, sealedKey } = service.make(member.id)
    await db.execute(sql`
      update member set account = ${account}, account_key = ${sealedKey} where id = ${member.id}`)
    if (amount > 0) await give(account, amount)
    return { ...member, account }
  }
  /** A seller and a buyer with wallets, and one thing between them. */
  const aDeal = async (listing: Parameters<typeof anOffer>[1] = {}, amount?: number) => {
    const [buyer, seller] = [await aWallet(amount), await aWallet(0)]
    const thing = await piazza.aListing({ by: seller, stock: 10, ...listing })
    return { buyer, seller, listing: thing, item: { product: thing.id, qty: 1 } }
  }
  const transfers = (account: string) =>
    db.query<{ amount: number; state: string }>(sql`
    select amount, state from chain_transaction where sender = ${account} order by position`)
  return { ...piazza, ...exchanging(piazza), chain, dataDir, closeChain: close, give, aWallet, aDeal, transfers }
}
