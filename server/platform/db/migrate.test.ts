import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { connect } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { SettingError } from '#server/settings.ts'
import { SETUP_MS } from '#test/template.ts'

const anEmptyDatabase = async () => {
  const address = inject('databaseAddress')
  const name = `piazza_${randomBytes(6).toString('hex')}`
  const admin = connect(address, { connections: 1, statementMs: SETUP_MS })
  await admin.execute(raw(`create database ${name}`))
  onTestFinished(async () => {
    await admin.execute(raw(`drop database ${name} with (force)`))
    await admin.close()
  })
  const open = () => {
    const db = connect({ ...address, database: name }, { connections: 2 })
    onTestFinished(() => db.close())
    return db
  }
  return { open }
}

test('four servers that start at once all come up, and each migration runs once', async () => {
  const { open } = await anEmptyDatabase()
  const applied = await Promise.all([open(), open(), open(), open()].map(migrate))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  const [row] = await open().query<{ count: number }>(sql`select count(*) as count from schema_migration`)
  expect(row?.count).toBe(applied.flat().length)
})

test('a migration that was changed after it ran stops the start with one line', async () => {
  const { open } = await anEmptyDatabase()
  const db = open()
  await migrate(db)
  await db.execute(sql`update schema_migration set checksum = 'other' where name = '002_members.sql'`)
  const refusal = await migrate(db).catch((error) => error)
  // The start prints only the message of a SettingError.
  expect(refusal).toBeInstanceOf(SettingError)
  expect(refusal.message).toMatch(/^[^\n]+002_members.sql[^\n]+$/)
})

test('a database of a newer version stops the start with one line', async () => {
  const { open } = await anEmptyDatabase()
  const db = open()
  await migrate(db)
  await db.execute(sql`insert into schema_migration (name, checksum) values ('999_future.sql', 'x')`)
  await expect(migrate(db)).rejects.toThrow(
    /^Il database è di una versione di Piazza più nuova[^\n]+999_future.sql[^\n]+$/,
  )
})

test('idempotency keys from before their table are kept, except those that were free again or are old', async () => {
  const { open } = await anEmptyDatabase()
  const db = open()
  const client = await db.openClient()
  onTestFinished(() => client.end())
  const folder = join(import.meta.dirname, 'migrations')
  const names = (await readdir(folder)).sort()
  const at = names.indexOf('041_idempotency.sql')
  const run = async (name: string) => client.query(await readFile(join(folder, name), 'utf8'))
  for (const name of names.slice(0, at)) await run(name)
  await client.query(`
    insert into member (username, username_key, email, email_key, password_hash)
    values ('ANNA', 'anna', 'a', 'a', ''), ('BRUNO', 'bruno', 'b', 'b', '');
    create view anna as select id from member where username = 'ANNA';
    create view bruno as select id from member where username = 'BRUNO';
    insert into orders (buyer_id, seller_id, kind, items_price_val, items_price_euro, shipping_price, total_price_val,
      total_price_euro, message, request_key, created_at)
    select anna.id, bruno.id, 'dono', 0, 0, 0, 0, 0, coalesce(key, ''), key, at from anna, bruno,
      (values ('order', now()), (null, now()), ('old', now() - interval '31 days')) as v (key, at);
    insert into chain_transaction (key, kind, sender, amount)
    select key, 'transfer', 'x', 1 from unnest(array['1', '2', '3', '4', '5']) as key;
    insert into chain_transaction (key, kind, sender) select 'mint:' || id || ':mint:1', 'mint', 'x' from bruno;
    insert into payment (payer_id, payee_id, key, amount, transfer_id)
    select anna.id, bruno.id, case t.key when '1' then 'key:pay' when '2' then 'order:' || o.id || ':transfer' end, 1, t.id
    from anna, bruno, chain_transaction t, orders o where t.key in ('1', '2', '3') and o.request_key = 'order';
    insert into val_request (asker_id, asked_id, amount, ends_at, key) select bruno.id, anna.id, 1, now(), 'ask' from anna, bruno;
    insert into member_transfer (payer_id, payee_id, key, amount, val_request_id, transaction_id)
    select anna.id, bruno.id, case t.key when '4' then 'key:send' else 'request:' || r.id end, 1,
      case t.key when '5' then r.id end, t.id
    from anna, bruno, chain_transaction t, val_request r where t.key in ('4', '5');
    insert into thread (title, asker_id, owner_id, created_at) select '', anna.id, bruno.id, now() from anna, bruno;
    insert into message (thread_id, number, sender_id, text, created_at, key)
    select thread.id, 1, anna.id, 'x', now(), 'write' from thread, anna;
    insert into gift_import (given_by, key, digest, gifts, amount, created_at) select id, 'file', '', 0, 0, now() from bruno;
    insert into treasury_gift (given_by, member_id, amount, note, key, created_at)
    select bruno.id, anna.id, 1, '', 'give', now() from anna, bruno;`)
  await run('041_idempotency.sql')
  const { rows } = await client.query(`
    select m.username || ' ' || i.call || ' ' || i.key as text, i.result_id as id, i.body_hash as hash
    from idempotency i join member m on m.id = i.member_id order by i.key`)
  const idOf = async (from: string): Promise<string> => (await client.query(`select id from ${from}`)).rows[0].id
  const paymentBy = (key: string) =>
    idOf(`payment where transfer_id = (select id from chain_transaction where key = '${key}')`)
  const [order, thread, request] = [
    await idOf("orders where message = 'order'"),
    await idOf('thread'),
    await idOf('val_request'),
  ]
  const expected = [
    ['BRUNO POST /api/wallet/requests ask', request],
    ['BRUNO POST /api/treasury/gifts/import file', await idOf('gift_import')],
    ['BRUNO POST /api/treasury/gifts give', await idOf('treasury_gift')],
    ['BRUNO POST /api/treasury/mint mint:1', await idOf("chain_transaction where kind = 'mint'")],
    ['ANNA POST /api/orders order', order],
    ['ANNA POST /api/payment pay', await paymentBy('1')],
    ['ANNA POST /api/wallet/transfers send', await idOf('member_transfer where val_request_id is null')],
    [`ANNA POST /api/orders/${order}/transfer transfer`, await paymentBy('2')],
    [`ANNA POST /api/threads/${thread}/messages write`, await idOf('message')],
    [
      `ANNA POST /api/wallet/requests/:id/pay ${request}`,
      await idOf('member_transfer where val_request_id is not null'),
    ],
  ]
  expect(rows.map(({ text, id }) => [text, id]).toSorted()).toEqual(expected.toSorted())
  expect(new Set(rows.map(({ hash }) => hash))).toEqual(new Set([null]))
  expect(await idOf('payment where failure_told')).toBe(await paymentBy('3'))
})
