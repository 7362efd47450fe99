import { expect, onTestFinished } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import type { ChainSettings } from '#server/settings.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { openChain } from '#server/val/chain/open.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { openTreasuryKey } from '#server/val/wallet/treasury-key.ts'
import type { ServerProcess } from '#test/attacks/server-process.ts'
import { SECRET } from '#test/fixtures.ts'

export const PRICE = 500
export const BUYER_BALANCE = 100_00

const OWN: ChainSettings = { id: 5, node: undefined }

/** A direct connection to the chain of a server, not through the broken proxy. */
export const connectDirectly = async (dataDir: string, settings = OWN): Promise<Chain> => {
  const treasuryKey = () => openTreasuryKey(dataDir, SECRET)
  const quiet = { restore: async () => undefined, log: () => undefined }
  const { chain, close } = await openChain({ dataDir, settings, treasuryKey, shareRunning: true, ...quiet })
  onTestFinished(close)
  return chain
}

type Piazza = Pick<ServerProcess, 'db' | 'call' | 'aMember' | 'aListing'>

/** A buyer with VAL and a seller with a listing, on a server in its own process. */
export const aTrade = async (piazza: Piazza, chain: Chain) => {
  const parts = { db: piazza.db, chain, secret: SECRET }
  const { service } = makeWallet({ ...parts, now: () => new Date(), log: () => undefined })
  const memberWithWallet = async () => {
    const member = await piazza.aMember({ hasAd: true })
    const { account, sealedKey } = service.make(member.id)
    await piazza.db.execute(sql`
      update member set account = ${account}, account_key = ${sealedKey} where id = ${member.id}`)
    return { ...member, account }
  }
  const [buyer, seller] = [await memberWithWallet(), await memberWithWallet()]
  await service.welcome(piazza.db, buyer.id, buyer.account, BUYER_BALANCE)
  await expect.poll(() => chain.balanceOf(buyer.account).catch(() => 0), { timeout: 120_000 }).toBe(BUYER_BALANCE)
  const { id: product } = await piazza.aListing({ by: seller, stock: 100, priceVal: PRICE })
  const orders = () => piazza.call('GET', '/api/orders/mine', { token: buyer.token })
  const statement = () => piazza.call('GET', '/api/wallet/statement', { token: buyer.token })
  const pay = (key: string) =>
    piazza.call('POST', '/api/payment', {
      token: buyer.token,
      headers: { 'idempotency-key': key },
      body: { account: buyer.account, item: [{ product, qty: 1 }] },
    })
  return { buyer, seller, orders, statement, pay }
}
