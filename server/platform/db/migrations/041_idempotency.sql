-- Requests with an idempotency key, and what they made: the same key never makes a second one.
create table idempotency (
  member_id uuid not null references member on delete cascade,
  -- Method and path.
  call text not null,
  key text not null,
  -- Of the request's body; null for keys from before this table, which are accepted with any body.
  body_hash text,
  -- The id of the order, payment, message or other thing that was made.
  result_id uuid not null,
  created_at timestamptz not null,
  primary key (member_id, call, key)
);
create index idempotency_age on idempotency (created_at);

insert into idempotency (member_id, call, key, result_id, created_at)
select old.member_id, old.call, old.key, old.result_id, old.created_at from (
  select buyer_id as member_id, 'POST /api/orders' as call, request_key as key, id as result_id, created_at from orders
  union all select payer_id, 'POST /api/payment', substr(key, 5), id, created_at from payment where key like 'key:%'
  union all select payer_id, 'POST /api/orders/' || substr(key, 7, 36) || '/transfer', substr(key, 44), id, created_at
    from payment where key like 'order:%'
  union all select payer_id, 'POST /api/wallet/transfers', substr(key, 5), id, created_at
    from member_transfer where key like 'key:%'
  union all select payer_id, 'POST /api/wallet/requests/:id/pay', val_request_id::text, id, created_at
    from member_transfer where val_request_id is not null and key is not null
  union all select asker_id, 'POST /api/wallet/requests', key, id, created_at from val_request
  union all select sender_id, 'POST /api/threads/' || thread_id || '/messages', key, id, created_at from message
  union all select given_by, 'POST /api/treasury/gifts', key, id, created_at from treasury_gift
  union all select given_by, 'POST /api/treasury/gifts/import', key, id, created_at from gift_import
  union all select substring(key from '^mint:([0-9a-f-]{36}):')::uuid, 'POST /api/treasury/mint', substr(key, 43), id,
    created_at from chain_transaction where kind = 'mint'
) as old
join member m on m.id = old.member_id and m.deleted_at is null
where old.key is not null and old.created_at > now() - interval '30 days';

-- The payer has been told that the transfer failed; until now, that it had no key.
alter table payment add column failure_told boolean not null default false;
update payment set failure_told = true where key is null;
alter table member_transfer add column failure_told boolean not null default false;
update member_transfer set failure_told = true where key is null;

alter table orders drop column request_key;
alter table payment drop column key;
alter table member_transfer drop column key;
alter table val_request drop column key;
alter table message drop column key;
alter table treasury_gift drop column key;
alter table gift_import drop column key;
