-- An order asked for twice under one key is one order.
alter table orders add column request_key text;
create unique index orders_request on orders (buyer_id, request_key) where request_key is not null;

-- A payment that is asked for again without a key is looked for among the latest.
create index payment_recent on payment (buyer_id, created_at desc);
