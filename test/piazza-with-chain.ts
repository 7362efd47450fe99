import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { aChain, sharedChain } from '#test/chain.ts'
import { aDatabase, sharedDatabase, sharedFolder } from '#test/database.ts'
import { anOwnPiazza, type Piazza, SECRET, SHARED, sharing, start } from '#test/fixtures.ts'
import { type aBuyerAndListing, orderCalls } from '#test/order-calls.ts'

/** A chain that takes no transactions while it is down. */
export const anUnsteadyChain = () => {
  let isDown = false
  return {
    wrap: (chain: Chain): Chain => ({
      ...chain,
      broadcast: (raw) =>
        isDown ? Promise.reject(new AppError('unavailable', MESSAGES.chainUnavailable)) : chain.broadcast(raw),
    }),
    setDown(down: boolean): void {
      isDown = down
    },
  }
}

type Options = { clock?: () => Date; wrap?: (chain: Chain) => Chain; env?: Record<string, string> }

// Until a gift is confirmed, on a busy machine.
const GIFT_MS = 60_000

const withWallets = (piazza: Piazza, chain: Chain) => {
  const { db } = piazza
  const { service } = makeWallet({ db, chain, secret: SECRET, now: () => new Date(), log: () => undefined })
  const give = async (account: string, amount: number): Promise<void> => {
    const { id } = await service.transfer({ key: `gift ${Math.random()}`, from: 'treasury', to: account, amount })
    const { state } = await service.waitFor(id, GIFT_MS)
    if (state !== 'confirmed') throw new Error(`the gift is ${state}`)
  }

  /** A member who may order, with an amount in hundredths of VAL. */
  const aMemberWithWallet = async (amount = 100_00) => {
    const member = await piazza.aMember({ hasAd: true })
    const { account, sealedKey } = service.make(member.id)
    await db.execute(sql`
      update member set account = ${account}, account_key = ${sealedKey} where id = ${member.id}`)
    if (amount > 0) await give(account, amount)
    return { ...member, account }
  }
  /** A buyer and a seller with wallets, and a listing of the seller. */
  const aFundedBuyerAndListing = async (listing: Parameters<typeof aBuyerAndListing>[1] = {}, amount?: number) => {
    const [buyer, seller] = [await aMemberWithWallet(amount), await aMemberWithWallet(0)]
    const created = await piazza.aListing({ by: seller, stock: 10, ...listing })
    return { buyer, seller, listing: created, item: { product: created.id, qty: 1 } }
  }
  const transfers = (account: string) =>
    db.query<{ amount: number; state: string }>(sql`
    select amount, state from chain_transaction where sender = ${account} order by position`)
  return {
    ...piazza,
    ...orderCalls(piazza),
    chain,
    give,
    aMemberWithWallet,
    aFundedBuyerAndListing,
    transfers,
  }
}

/** A server with an embedded chain and members with VAL, for this test alone. */
export const anOwnPiazzaWithChain = async ({ wrap = (chain) => chain, ...options }: Options = {}) => {
  const db = await aDatabase()
  const { patientChain, dataDir, close, holdRestart } = await aChain(db)
  const piazza = await anOwnPiazza({ db, chain: wrap(patientChain), ...options })
  return { ...withWallets(piazza, patientChain), app: piazza.app, dataDir, holdRestart, closeChain: close }
}

const shareOne = sharing(async () => {
  const db = await sharedDatabase()
  const { patientChain } = await sharedChain(db)
  return { patientChain, ...(await start(db, await sharedFolder('uploads'), { ...SHARED, chain: patientChain })) }
})

/** One for all tests of a worker (see aPiazza); with options, one for this test alone. */
export function aPiazzaWithChain(options: Options): ReturnType<typeof anOwnPiazzaWithChain>
export function aPiazzaWithChain(options?: Options): Promise<ReturnType<typeof withWallets>>
export async function aPiazzaWithChain(options?: Options): Promise<ReturnType<typeof withWallets>> {
  if (options) return anOwnPiazzaWithChain(options)
  const piazza = await shareOne()
  return withWallets(piazza, piazza.patientChain)
}
