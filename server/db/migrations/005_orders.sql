-- Every transaction that the server signs, for a member or for the treasury. The signed bytes are stored before they are
-- sent, so that a crash at any point leads to the same transaction being sent again and never to a second one.
create table chain_transaction (
  id uuid primary key default new_id(),
  position bigint generated always as identity unique,
  key text not null unique,
  kind text not null check (kind in ('deploy', 'transfer', 'mint', 'evaporate', 'settle', 'gas')),
  sender text not null,
  -- The member whose wallet sends, and its sealed key until it is used; the treasury's rows have neither.
  member_id uuid,
  sealed_key bytea,
  recipient text not null default '',
  -- Hundredths of VAL; for 'settle' a number of holders, for 'gas' billionths of ether.
  amount bigint not null default 0 check (amount >= 0 and (kind <> 'transfer' or amount > 0)),
  nonce bigint,
  raw_transaction text,
  transaction_hash text unique,
  state text not null default 'intended' check (state in ('intended', 'signed', 'confirmed', 'failed')),
  failure text not null default '',
  -- The order in which the chain carried them out: a chain that lost its last blocks gets them again in it.
  place bigint unique,
  created_at timestamptz not null default now(),
  signed_at timestamptz,
  settled_at timestamptz,
  -- The time of the block.
  mined_at timestamptz,
  unique (sender, nonce),
  check ((state = 'signed' or state = 'confirmed') <= (raw_transaction is not null and transaction_hash is not null)),
  check ((place is null) = (mined_at is null)),
  check ((state = 'confirmed') <= (place is not null))
);
create index chain_transaction_open on chain_transaction (sender, position) where state in ('intended', 'signed');

-- Which token the tables of this file speak of, and how far its events have been read.
create table chain_cursor (
  only_one boolean primary key default true check (only_one),
  chain_id bigint not null,
  token text not null,
  block bigint not null
);

-- What happened to each wallet, read from the token's events: one row for each side of a transfer.
create table val_movement (
  position bigint generated always as identity primary key,
  account text not null,
  kind text not null check (kind in ('in', 'out', 'evaporation', 'mint')),
  counterpart text not null default '',
  amount bigint not null,
  -- What the wallet held afterwards.
  balance bigint not null,
  transaction_hash text not null,
  at timestamptz not null
);
create index val_movement_account on val_movement (account, position desc);
create index val_movement_transaction on val_movement (transaction_hash);

create table orders (
  id uuid primary key default new_id(),
  number bigint generated always as identity unique,
  buyer_id uuid not null references member,
  seller_id uuid not null references member,
  -- Null when everything ordered is a service.
  shipping_address jsonb,
  payment_method text not null default 'Concordato',
  items_price_val bigint not null check (items_price_val >= 0),
  items_price_euro bigint not null check (items_price_euro >= 0),
  shipping_price bigint not null check (shipping_price >= 0),
  total_price_val bigint not null check (total_price_val >= 0),
  total_price_euro bigint not null check (total_price_euro >= 0),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  delivered_at timestamptz,
  notified_at timestamptz,
  second_mail_at timestamptz,
  check (buyer_id <> seller_id),
  check (delivered_at is null or paid_at is not null)
);
create index orders_buyer on orders (buyer_id, number desc);
create index orders_seller on orders (seller_id, number desc);

create table order_item (
  order_id uuid not null references orders on delete cascade,
  position smallint not null,
  -- The listing may go one day; what was ordered stays written here.
  listing_id uuid references listing on delete set null,
  name text not null,
  image text not null default '',
  qty integer not null check (qty > 0),
  price_val integer not null check (price_val >= 0),
  price_euro integer not null check (price_euro >= 0),
  takes_stock boolean not null,
  primary key (order_id, position)
);
create index order_item_listing on order_item (listing_id);
create index order_item_image on order_item (image) where image <> '';

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
