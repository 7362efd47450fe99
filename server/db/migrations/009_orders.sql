create table orders (
  id uuid primary key default new_id(),
  number bigint generated always as identity unique,
  buyer_id uuid not null references member,
  seller_id uuid not null references member,
  -- Null if all items are services.
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
  -- The idempotency key of the request: the same key never places a second order.
  request_key text,
  check (buyer_id <> seller_id),
  check (delivered_at is null or paid_at is not null)
);
create index orders_buyer on orders (buyer_id, number desc);
create index orders_seller on orders (seller_id, number desc);
create unique index orders_request on orders (buyer_id, request_key) where request_key is not null;

create table order_item (
  order_id uuid not null references orders on delete cascade,
  position smallint not null,
  -- Null once the listing has been deleted; the other columns are copies.
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
