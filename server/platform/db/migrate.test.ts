import { runMigrations } from 'graphile-worker'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { sql } from '#server/platform/db/sql.ts'
import { SettingError } from '#server/settings.ts'
import { aDatabaseBefore, anEmptyDatabase } from '#test/database-before.ts'

test('four servers that start at once all come up, and each migration runs once', { tags: 'slow' }, async () => {
  const { open } = await anEmptyDatabase()
  const applied = await Promise.all([open(), open(), open(), open()].map(migrate))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  const [row] = await open().query<{ count: number }>(sql`select count(*) as count from schema_migration`)
  expect(row?.count).toBe(applied.flat().length)
})

test('a migration that was changed after it ran stops the start with one line', { tags: 'slow' }, async () => {
  const { open } = await anEmptyDatabase()
  const db = open()
  await migrate(db)
  await db.execute(sql`update schema_migration set checksum = 'other' where name = '002_members.sql'`)
  const refusal = await migrate(db).catch((error) => error)
  // The start prints only the message of a SettingError.
  expect(refusal).toBeInstanceOf(SettingError)
  expect(refusal.message).toMatch(/^[^\n]+002_members.sql[^\n]+database vuoto.$/)
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(migrate(db)).rejects.toThrow(/che l’ha preparato\.$/)
})

test('a database of a newer version stops the start with one line', { tags: 'slow' }, async () => {
  const { open } = await anEmptyDatabase()
  const db = open()
  await migrate(db)
  await db.execute(sql`insert into schema_migration (name, checksum) values ('999_future.sql', 'x')`)
  await expect(migrate(db)).rejects.toThrow(
    /^Il database è di una versione di Piazza più nuova[^\n]+999_future.sql[^\n]+$/,
  )
})

test('idempotency keys from before their table are kept, except those that were free again or are old', {
  tags: 'slow',
}, async () => {
  const { client, run } = await aDatabaseBefore('041_idempotency.sql')
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
  await run()
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

test('requests from before the agreement keep the stock that they took; proposals wait for an answer', {
  tags: 'slow',
}, async () => {
  const { client, run } = await aDatabaseBefore('045_agreement.sql')
  await client.query(`
    insert into member (username, username_key, email, email_key, password_hash)
    values ('ANNA', 'anna', 'a', 'a', ''), ('BRUNO', 'bruno', 'b', 'b', '');
    insert into orders (buyer_id, seller_id, kind, giver_id, payer_id, payee_id, items_price_val, items_price_euro,
      shipping_price, total_price_val, total_price_euro, message, paid_at, delivered_at, concluded_at, cancelled_at, cancelled_by)
    select anna.id, bruno.id, kind, case when kind = 'offro' then bruno.id end, case when kind = 'offro' then anna.id end,
      case when kind = 'offro' then bruno.id end, 500, 0, 0, 500, 0, v.name,
      case when v.name in ('paid', 'delivered') then now() end, case when v.name = 'delivered' then now() end,
      case when v.name = 'concluded' then now() end, case when v.name = 'closed' then now() end,
      case when v.name = 'closed' then bruno.id end
    from member anna, member bruno, (values ('offro', 'open'), ('offro', 'paid'), ('offro', 'delivered'), ('offro', 'closed'),
      ('propongo', 'proposal'), ('propongo', 'written'), ('propongo', 'concluded'), ('avviso', 'event')) as v (kind, name)
    where anna.username = 'ANNA' and bruno.username = 'BRUNO';
    insert into thread (title, asker_id, owner_id, order_id, created_at)
    select '', buyer_id, seller_id, id, now() from orders where message = 'written';
    insert into message (thread_id, number, sender_id, text, created_at)
    select id, 1, owner_id, 'Volentieri', now() from thread;`)
  await run()
  const { rows } = await client.query(`
    select message as name, state, answered_at is not null as answered, terms_by = buyer_id as asked from orders order by number`)
  expect(rows.map(({ name, state, answered, asked }) => [name, state, answered, asked])).toEqual([
    ['open', 'agreed', false, true],
    ['paid', 'paid', true, true],
    ['delivered', 'delivered', true, true],
    ['closed', 'closed', true, true],
    ['proposal', 'sent', false, true],
    ['written', 'sent', true, true],
    ['concluded', 'concluded', true, true],
    ['event', 'agreed', true, true],
  ])
})

test('listings that were reserved can be in rings again, and jobs about reservations are deleted', {
  tags: 'slow',
}, async () => {
  const { db, client, run } = await aDatabaseBefore('046_no_reservations.sql')
  await runMigrations({ pgPool: db.pool })
  await client.query(`
    insert into member (username, username_key, email, email_key, password_hash) values ('ANNA', 'anna', 'a', 'a', '');
    insert into category (key, name) values ('casa', 'Casa');
    insert into listing (seller_id, name, category, reserved, place, published_at)
    select id, title, 'casa', title = 'Culla', nextval('listing_place'), now() from member, unnest(array['Culla', 'Sedia']) as title;
    delete from graphile_worker._private_jobs;
    select graphile_worker.add_job(name) from unnest(array['pass-reservations', 'end-reservation', 'send-mail']) as name;`)
  await run()
  const { rows } = await client.query(`
    select task_identifier as task, l.name, can_ring(l) as possible from graphile_worker.jobs j
    join graphile_worker._private_jobs p on p.id = j.id left join listing l on l.id::text = p.payload ->> 'listingId'
    order by task`)
  expect(rows).toEqual([
    { task: 'find-rings', name: 'Culla', possible: true },
    { task: 'send-mail', name: null, possible: null },
  ])
})

test('messages of requests get their threads, and preferences for what is always mailed are deleted', {
  tags: 'slow',
}, async () => {
  const { client, run } = await aDatabaseBefore('048_always_mailed.sql')
  await client.query(`
    insert into member (username, username_key, email, email_key, password_hash)
    select name, name, email, email, '' from (values ('anna', 'a@esempio.test'), ('bruno', 'b@esempio.test'),
      ('carla', 'c@esempio.test'), ('dora', 'tessera-1@senza-posta.invalid')) as v (name, email);
    insert into notice_preference (member_id, kind, way)
    select id, kind, 'never' from member, unnest(array['request', 'step', 'review']) as kind where username = 'carla';
    insert into notice (member_id, kind, text, link, created_at, mail_at, daily)
    select id, kind, kind, '/', now(), now(), true from member, unnest(array['step', 'review']) as kind where username = 'anna';
    insert into orders (buyer_id, seller_id, kind, items_price_val, items_price_euro, shipping_price, total_price_val,
      total_price_euro, terms_by, terms_at, turn_at, message, second_mail_at, created_at)
    select anna.id, owner.id, 'dono', 0, 0, 0, 0, 0, anna.id, now(), now(), message, now(), '2026-01-02'
    from member anna, member owner,
      (values ('bruno', 'uno'), ('bruno', 'due'), ('bruno', 'tre'), ('bruno', 'aperta'), ('carla', ''), ('dora', ''))
        as v (owner, message)
    where anna.username = 'anna' and owner.username = v.owner;
    insert into order_item (order_id, position, name, qty, price_val, price_euro, takes_stock)
    select o.id, position, 'Cosa ' || position, 1, 0, 0, false from orders o, generate_series(1, 3) as position
    where position <= case message when 'uno' then 1 when 'due' then 2 else 3 end;
    insert into thread (order_id, title, asker_id, owner_id, created_at, messages, last_at)
    select id, 'Aperta', buyer_id, seller_id, now(), 1, now() from orders where message = 'aperta';
    insert into message (thread_id, number, sender_id, text, created_at)
    select id, 1, asker_id, 'aperta', now() from thread;`)
  await run()
  const rowsOf = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows
  expect(
    await rowsOf(`select t.title, m.text, m.number, t.messages, t.owner_unread, t.last_at = o.created_at, m.sender_id = o.buyer_id
      from orders o left join thread t on t.order_id = o.id left join message m on m.thread_id = t.id
      where o.message <> '' order by o.message`),
  ).toEqual([
    ['Aperta', 'aperta', 1, 1, 0, false, true],
    ['Cosa 1 e Cosa 2', 'due', 1, 1, 0, true, true],
    ['Cosa 1 e altri 2', 'tre', 1, 1, 0, true, true],
    ['Cosa 1', 'uno', 1, 1, 0, true, true],
  ])
  expect(await rowsOf('select count(*)::int from thread')).toEqual([[4]])
  expect(
    await rowsOf(`select distinct m.username, o.request_mailed_at = o.created_at, o.second_mail_at is null
      from orders o join member m on m.id = o.seller_id order by 1`),
  ).toEqual([
    ['bruno', true, false],
    ['carla', null, true],
    ['dora', null, true],
  ])
  expect(await rowsOf('select kind from notice_preference')).toEqual([['review']])
  expect(await rowsOf('select kind, daily from notice order by kind')).toEqual([
    ['review', true],
    ['step', false],
  ])
})

test('rings that all had accepted go on, are done or have ended, as their requests are', { tags: 'slow' }, async () => {
  const { client, run } = await aDatabaseBefore('049_ring_agreements.sql')
  await client.query(`
    insert into member (username, username_key, email, email_key, password_hash)
    values ('ANNA', 'anna', 'a', 'a', ''), ('BRUNO', 'bruno', 'b', 'b', '');
    create temporary table pair as
    select a.id as one, b.id as other from member a, member b where a.username = 'ANNA' and b.username = 'BRUNO';
    insert into ring (id, state, created_at, ends_at, closed_at)
    select ('00000000-0000-0000-0000-00000000000' || n)::uuid, 'agreed', now(), now(), now() from generate_series(1, 3) as n;
    insert into orders (buyer_id, seller_id, kind, giver_id, items_price_val, items_price_euro, shipping_price, total_price_val,
      total_price_euro, terms_by, terms_at, agreed_at, turn_at, ring_id, delivered_at, cancelled_at, message)
    select one, other, 'dono', other, 0, 0, 0, 0, 0, one, now(), now(), now(), r.id,
      case when right(r.id::text, 1) = '2' or n = 1 then now() end,
      case when right(r.id::text, 1) = '3' and n = 2 then now() end, n::text
    from pair, ring r, generate_series(1, 2) as n;
    insert into ring_part (ring_id, position, giver_id, receiver_id, offer_name, wanted_name, price_val, price_euro, offer_print,
      wanted_print, accepted, order_id)
    select ring_id, message::integer, seller_id, buyer_id, '', '', 0, 0, '', '', true, id from orders;`)
  await run()
  const { rows } = await client.query(`
    select r.state, r.agreed_at is not null as agreed, r.closed_at is not null as closed, count(o.id)::integer as requests
    from ring r left join orders o on o.ring_id = r.id group by r.id order by r.id`)
  expect(rows).toEqual([
    { state: 'agreed', agreed: true, closed: false, requests: 2 },
    { state: 'done', agreed: true, closed: true, requests: 2 },
    { state: 'ended', agreed: true, closed: true, requests: 0 },
  ])
})
