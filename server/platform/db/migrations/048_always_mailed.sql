-- When the mail of the request to the owner was queued; null if it was not. Before, it depended on the owner's preference.
alter table orders add column request_mailed_at timestamptz;
update orders o set request_mailed_at = o.created_at from member owner
where owner.id = o.seller_id and owner.email not like '%@senza-posta.invalid'
  and not exists (
    select from notice_preference p where p.member_id = owner.id and p.kind = 'request' and p.way <> 'now');
-- The text of a second mail that was not queued is stored nowhere: the requester may write it again.
update orders set second_mail_at = null where second_mail_at is not null and request_mailed_at is null;

-- These kinds are mailed at once, whatever the preferences.
delete from notice_preference where kind in ('request', 'step', 'payment', 'decision', 'suspension');
update notice set daily = false
where daily and mail_at is not null and kind in ('request', 'step', 'payment', 'decision', 'suspension');

-- The message of a request is in its thread from the beginning. Until now it was added when the thread was first opened.
with opened as (
  insert into thread (order_id, title, asker_id, owner_id, created_at, messages, last_at)
  select o.id,
    -- As itemNames in domain/exchange/order-texts.ts.
    coalesce(case cardinality(items.names) when 1 then items.names[1] when 2 then items.names[1] || ' e ' || items.names[2]
      else items.names[1] || ' e altri ' || cardinality(items.names) - 1 end, ''),
    o.buyer_id, o.seller_id, o.created_at, 1, o.created_at
  from orders o
    cross join lateral (
      select array_agg(i.name order by i.position) as names from order_item i where i.order_id = o.id) as items
  where o.message <> '' and not exists (select from thread t where t.order_id = o.id)
  returning id, order_id
)
insert into message (thread_id, number, sender_id, text, created_at)
select opened.id, 1, o.buyer_id, o.message, o.created_at from opened join orders o on o.id = opened.order_id;
