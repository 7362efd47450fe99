-- A transfer of VAL from one member to another. Within 30 minutes a payment has an order, or has failed, or is given back.
create table payment (
  id uuid primary key default new_id(),
  payer_id uuid not null references member,
  payee_id uuid not null references member,
  -- The idempotency key. Null once the payer has been told that the transfer failed: the key can then be used again.
  key text,
  amount bigint not null check (amount > 0),
  -- Products and quantities of the cart, sorted by product; null for the transfer of an order that existed before.
  items jsonb,
  -- The cart at the prices that were paid: the order is made from it, whatever happens to the listings. Null once there is
  -- an order, the transfer has failed or the VAL are back.
  quote jsonb,
  -- The stock of the items has been taken, and no order has it yet.
  holds_stock boolean not null default false,
  -- The payer has not yet sent the request for these items.
  awaits_request boolean not null default false,
  transfer_id uuid not null unique references chain_transaction,
  -- The transfer back to the payer; another one replaces it if it fails.
  return_id uuid unique references chain_transaction,
  -- The transfer back is not final yet, or what follows from it is still to be done.
  is_returning boolean not null default false,
  order_id uuid references orders on delete set null,
  -- When the parties of the order were told how the transfer ended.
  told_at timestamptz,
  created_at timestamptz not null default now(),
  unique (payer_id, key),
  check (payer_id <> payee_id),
  check (quote is not null or not holds_stock)
);
create index payment_order on payment (order_id, created_at desc) where order_id is not null;
create index payment_without_order on payment (id) where order_id is null and quote is not null;
create index payment_returning on payment (id) where is_returning;
create index payment_recent on payment (payer_id, created_at desc);
