create table payment (
  id uuid primary key default new_id(),
  buyer_id uuid not null references member,
  seller_id uuid not null references member,
  key text not null,
  amount bigint not null check (amount > 0),
  items jsonb not null,
  transfer_id uuid not null unique references chain_transaction,
  order_id uuid unique references orders on delete set null,
  created_at timestamptz not null default now(),
  unique (buyer_id, key)
);
create index payment_unlinked on payment (buyer_id, seller_id, created_at desc) where order_id is null;
-- For a payment that is requested again without a key.
create index payment_recent on payment (buyer_id, created_at desc);
