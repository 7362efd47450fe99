// A server without pages, for tests that kill it. Prints "ready <address>" when it listens; when its input ends it
// waits until all mails are sent, prints "totals …", and stops.
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '#server/app.ts'
import { diskStorage } from '#server/market/uploads/disk.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readSettings } from '#server/settings.ts'
import { hashCode } from '#server/talk/mail/codes.ts'
import { SCHEDULE } from '#server/tasks.ts'
import { openChain } from '#server/val/chain/open.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { restoreChain } from '#server/val/wallet/restore.ts'
import { openTreasuryKey } from '#server/val/wallet/treasury-key.ts'
import {
  BUYERS,
  LISTING,
  PRICE,
  person,
  SECRET,
  SELLER,
  START,
  type Totals,
  tokenOf,
} from '#test/faults/orders-plan.ts'

const RETRY_MS = 100
const [dataDir = '', trades = ''] = process.argv.slice(2)
const print = (line: string) => process.stdout.write(`${line}\n`)
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const people = Array.from({ length: BUYERS + 1 }, (_, number) => person(number))

const { db, close: closeDatabase } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir })
await db.transaction(async (tx) => {
  for (const { memberId, account, sealedKey, username } of people) {
    const email = `${username.toLowerCase().replace(' ', '-')}@esempio.test`
    await tx.execute(sql`
      insert into member (id, username, username_key, email, email_key, password_hash, verified, is_seller, has_ad, account,
        account_key)
      values (${memberId}, ${username}, ${username.toLowerCase()}, ${email}, ${email}, 'none', true, true, true, ${account},
        ${Buffer.from(sealedKey)}) on conflict do nothing`)
    await tx.execute(sql`
      insert into member_session (token_hash, member_id, began_at, expires_at)
      values (${hashCode(tokenOf(memberId))}, ${memberId}, now(), now() + interval '1 day') on conflict do nothing`)
  }
  await tx.execute(sql`insert into category (key, name) values ('varie', 'Varie') on conflict do nothing`)
  await tx.execute(sql`
    insert into listing (id, place, published_at, seller_id, name, category, price_val, stock)
    values (${LISTING}, 1, now(), ${SELLER.memberId}, 'Pane', 'varie', ${PRICE}, ${Number(trades)}) on conflict do nothing`)
})

const { chain, ready, close } = await openChain({
  dataDir,
  settings: { id: 5, node: undefined },
  treasuryKey: () => openTreasuryKey(dataDir, SECRET),
  restore: (provider, parts) => restoreChain(db, provider, parts),
  log: (line) => process.stderr.write(`${line}\n`),
})
await ready
const wallet = makeWallet({
  db,
  chain,
  secret: SECRET,
  now: () => new Date(),
  log: () => undefined,
}).service
/** Tries again while the database or the chain does not answer: it may have just been killed. */
const untilItWorks = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch {
      await sleep(RETRY_MS)
    }
  }
}
for (const { account, username } of people.slice(0, BUYERS))
  await untilItWorks(async () => {
    const { id } = await wallet.transfer({ key: `start ${username}`, from: 'treasury', to: account, amount: START })
    const { state } = await wallet.waitFor(id)
    if (state !== 'confirmed') throw new Error(`the first VAL are ${state}`)
  })

const uploadsFolder = join(dataDir, 'uploads')
const app = await buildApp({
  db,
  settings: readSettings({
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    QUIET_HOURS: 'off',
    WELCOME_VAL: '0',
    TRANSFER_PASSWORD_ABOVE: process.env.TRANSFER_PASSWORD_ABOVE,
    SMTP_URL: process.env.SMTP_URL,
    MAIL_FROM: 'Piazza <p@esempio.test>',
  }),
  authSecret: SECRET,
  walletSecret: SECRET,
  chain,
  storage: await diskStorage(uploadsFolder),
  uploadsFolder,
  clock: () => new Date(Date.now() + aheadMs),
  logLevel: 'silent',
  pages: 'none',
  schedule: SCHEDULE,
})
print(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)

await text(process.stdin)
const mailsToCome = () =>
  untilItWorks(() =>
    db.query(sql`
      select 'mail' from mail where sent_at is null
      union all select 'job' from graphile_worker.jobs
        where task_identifier in ('tell-payment', 'send-receipt') and attempts < max_attempts`),
  )
while (process.env.SMTP_URL && (await mailsToCome()).length > 0) await sleep(RETRY_MS)
const count = () =>
  db.first<Omit<Totals, 'balances' | 'supply'>>(sql`
  select (select count(*) from orders) as orders, (select count(delivered_at) from orders) as delivered,
    (select count(order_id) from payment) as linked, (select count(*) from payment) as payments,
    (select count(*) from chain_transaction where key like 'payment:%') as transfers,
    (select count(*) from chain_transaction where state <> 'confirmed') as unconfirmed,
    (select stock from listing) as stock, (select count(*) from mail) as mails`)
const readChain = async () => ({
  balances: await Promise.all(people.map(({ account }) => chain.balanceOf(account))),
  supply: await chain.supply(),
})
print(`totals ${JSON.stringify({ ...(await untilItWorks(count)), ...(await untilItWorks(readChain)) })}`)
await app.close()
await close()
await closeDatabase()
process.exit(0)
