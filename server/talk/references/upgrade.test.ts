import { expect, test } from 'vitest'
import { aDatabaseBefore } from '#test/database-before.ts'

test('stored notices refer to the people they name, and lose what nobody can tell whose it was', async () => {
  const { client, run } = await aDatabaseBefore('083_notice_references.sql')
  await client.query(`
    insert into member (username, username_key, email, email_key, password_hash, seller_name, deleted_at)
    values ('ANNA', 'anna', 'a', 'a', '', '', null), ('BRUNO', 'bruno', 'b', 'b', '', 'Bar Bruno', null),
      ('X', 'x', 'x', 'x', '', '', now());
    create temporary table pair as
    select a.id as anna, b.id as bruno, x.id as gone from member a, member b, member x
    where a.username = 'ANNA' and b.username = 'BRUNO' and x.username = 'X';
    insert into orders (buyer_id, seller_id, kind, items_price_val, items_price_euro, shipping_price, total_price_val,
      total_price_euro, terms_by, terms_at, turn_at)
    select buyer, anna, 'dono', 0, 0, 0, 0, 0, buyer, now(), now()
    from pair cross join lateral (values (bruno), (gone)) as v (buyer);
    insert into notice (member_id, kind, text, link, created_at)
    select anna, 'step', 'Bar Bruno ha chiuso la richiesta', '/order/' || o.id, now()
    from pair join orders o on o.buyer_id = bruno
    union all select anna, 'step', 'Rosa ha chiuso la richiesta', '/order/' || o.id, now()
    from pair join orders o on o.buyer_id = gone
    union all select anna, 'ask', 'Bar Bruno (BRUNO) ti chiede 4 VAL per «Pane».', '/portafoglio#richieste', now() from pair
    union all select anna, 'payment', 'Bar Bruno ti ha mandato 4 VAL per «Pane».', '/portafoglio#movimenti', now() from pair;`)
  await run()
  const { rows } = await client.query(`
    select replace(replace(replace(n.text, p.bruno::text, 'BRUNO'), chr(2), '['), chr(3), ']') as text
    from notice n, pair p order by n.kind, n.text`)
  expect(rows.map(({ text }) => text).toSorted()).toEqual([
    '[name BRUNO] ha chiuso la richiesta',
    '[name BRUNO] ti ha mandato 4 VAL.',
    '[person BRUNO] ti chiede 4 VAL.',
  ])
})

test('stored notices refer to the titles they quote, also to one that is a letter, a number or part of a name', async () => {
  const { client, run } = await aDatabaseBefore('083_notice_references.sql')
  const titles = ['3', 'a', 'name', 'richiesta', 'order', 'Torta']
  await client.query(`
    insert into member (username, username_key, email, email_key, password_hash, seller_name)
    values ('ANNA', 'anna', 'a', 'a', '', ''), ('BRUNO', 'bruno', 'b', 'b', '', 'Bar a 3 name');
    create temporary table pair as
    select a.id as anna, b.id as bruno from member a, member b where a.username = 'ANNA' and b.username = 'BRUNO';
    insert into orders (buyer_id, seller_id, kind, items_price_val, items_price_euro, shipping_price, total_price_val,
      total_price_euro, terms_by, terms_at, turn_at, message)
    select bruno, anna, 'dono', 0, 0, 0, 0, 0, bruno, now(), now(), title from pair, unnest(array['${titles.join("','")}']) as title;
    insert into order_item (order_id, position, name, qty, price_val, price_euro, takes_stock)
    select id, 1, message, 1, 0, 0, false from orders;
    insert into notice (member_id, kind, text, link, created_at)
    select anna, 'step', text, '/order/' || o.id, now() from pair, orders o, unnest(array[
      'Bar a 3 name ha chiuso la richiesta: ' || message, 'È cambiato l’evento «' || message || '»',
      'La restituzione decisa dall’associazione non è riuscita. ' || message, 'Bar a 3 name ha scritto com’è andata con te']) as text;`)
  await run('114_title_references.sql')
  const { rows } = await client.query(`
    select o.message as title, replace(replace(replace(replace(n.text, p.bruno::text, 'BRUNO'), o.id::text, 'ORDER'), chr(2), '['), chr(3), ']') as text
    from notice n join orders o on n.link = '/order/' || o.id, pair p`)
  for (const title of titles)
    expect(rows.filter((row) => row.title === title).map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        '[name BRUNO] ha chiuso la richiesta: [order ORDER]',
        'È cambiato l’evento «[order ORDER]»',
        'La restituzione decisa dall’associazione non è riuscita. [order ORDER]',
        '[name BRUNO] ha scritto com’è andata con te',
      ]),
    )
})
