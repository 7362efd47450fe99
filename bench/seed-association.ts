import { copyContent } from '#bench/copy.ts'
import { withDatabase } from '#bench/database.ts'
import { keepSeed, seeded } from '#bench/seed.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

// An association with as many members, requests, movements of VAL, entries of the audit and subscribers as listings.

const NAMES = 'Anna Bruno Carla Dario Elena Fabio Giulia Ivo Lucia Marco Nora Piero Rita Sandro Teresa Ugo'.split(' ')
const SURNAMES =
  'Rossi Ferrari Bianchi Romano Gallo Costa Fontana Conti Esposito Ricci Bruno Moretti Barbieri Lombardi Giordano'.split(
    ' ',
  )

const addMembers = (db: Database, size: number) =>
  db.execute(sql`
    insert into member (username, username_key, email, email_key, password_hash, verified, is_seller, name, surname, phone,
      city, created_at)
    select 'SOCIO' || n, 'socio' || n, 'socio' || n || '@esempio.test', 'socio' || n || '@esempio.test', 'none', n > 1000,
      n % 3 = 0, (${NAMES}::text[])[1 + n % ${NAMES.length}::integer],
      (${SURNAMES}::text[])[1 + n / 16 % ${SURNAMES.length}::integer] || ' ' || substr(md5(n::text), 1, 6), '011 ' || n, 'Torino',
      now() - n * interval '40 seconds'
    from generate_series(1, ${size}::integer - (select count(*)::integer from member)) as n`)

/** Nobody has waited long, so that the server sends no reminders. */
const addOrders = async (db: Database, size: number) => {
  await db.execute(sql`create temp table offer as
    select id, seller_id, name, row_number() over () as n from listing where section = 'offro' limit 100000`)
  await db.execute(sql`create temp table buyer as
    select id, row_number() over () as n from member where username like 'SOCIO%' limit 100000`)
  await db.execute(sql`create index on offer (n)`)
  await db.execute(sql`create index on buyer (n)`)
  await db.execute(sql`
    insert into orders (buyer_id, seller_id, kind, giver_id, payer_id, payee_id, items_price_val, items_price_euro,
      shipping_price, total_price_val, total_price_euro, terms_by, terms_at, turn_at, created_at, agreed_at, answered_at, paid_at,
      delivered_at)
    select b.id, o.seller_id, 'offro', o.seller_id, b.id, o.seller_id, 500, 0, 0, 500, 0, b.id, at, now(), at,
      case when placed.n % 20 > 0 then at + interval '12 hours' end,
      case when placed.n % 20 > 0 then at + interval '12 hours' end,
      case when placed.n % 10 > 0 then at + interval '1 day' end, case when placed.n % 10 > 1 then at + interval '2 days' end
    from (select n, now() - (${size}::integer - n) * interval '60 seconds' as at
      from generate_series(1, ${size}::integer) as n) as placed
    join buyer b on b.n = 1 + placed.n % (select count(*) from buyer)
    join offer o on o.n = 1 + placed.n * 7919::bigint % (select count(*) from offer)`)
  await db.execute(sql`
    insert into order_item (order_id, position, name, qty, price_val, price_euro, takes_stock)
    select r.id, 0, o.name, 1, 500, 0, true
    from orders r join offer o on o.n = 1 + r.number % (select count(*) from offer)`)
}

const addMovements = (db: Database, size: number) =>
  db.execute(sql`
    insert into token_event (block, log_index, transaction_hash, at, kind, sender, recipient, amount)
    select n, 0, '0x' || md5(n::text) || md5('b' || n), now() - (${size}::integer - n) * interval '60 seconds', 'transfer',
      '0x' || lpad(to_hex(1 + n % 1000), 40, '0'), '0x' || lpad(to_hex(1 + n), 40, '0'), 100 + n % 5000
    from generate_series(1, ${size}::integer) as n`)

const addRecords = async (db: Database, size: number) => {
  await db.execute(sql`
    insert into audit (actor, action, subject)
    select m.id, 'member.edit', m.id::text from member m limit ${size}`)
  await db.execute(sql`
    insert into newsletter_subscriber (name, email, email_key, confirm_hash, leave_code, verified_at)
    select name, email, email_key, '', md5(email), now() from member limit ${size}`)
}

const fill = async (db: Database, size: number): Promise<void> => {
  await db.execute(sql`alter table orders disable trigger user`)
  await addMembers(db, size)
  await addOrders(db, size)
  await addMovements(db, size)
  await addRecords(db, size)
  await db.execute(sql`alter table orders enable trigger user`)
  await db.execute(sql`vacuum (analyze, freeze)`)
}

/** A data folder with this many rows of each kind, created once for each version. */
export const seededAssociation = (size: number): Promise<string> =>
  keepSeed(`association-${size}`, async (folder) => {
    await copyContent(await seeded(size), folder)
    await withDatabase(folder, (db) => fill(db, size))
  })
