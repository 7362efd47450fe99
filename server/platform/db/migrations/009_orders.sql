create table orders (
  id uuid primary key default new_id(),
  number bigint generated always as identity unique,
  buyer_id uuid not null references member,
  seller_id uuid not null references member,
  -- Who gives and who pays follow from the kind of listing (domain/kinds.ts); null where nobody does.
  kind text not null check (kind in ('offro', 'cerco', 'propongo', 'avviso', 'dono')),
  giver_id uuid references member,
  payer_id uuid references member,
  payee_id uuid references member,
  -- Null if no address is asked for.
  shipping_address jsonb,
  payment_method text not null default 'Concordato',
  -- From the requester to the owner of the listings.
  message text not null default '',
  items_price_val bigint not null check (items_price_val >= 0),
  items_price_euro bigint not null check (items_price_euro >= 0),
  shipping_price bigint not null check (shipping_price >= 0),
  total_price_val bigint not null check (total_price_val >= 0),
  total_price_euro bigint not null check (total_price_euro >= 0),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  delivered_at timestamptz,
  concluded_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid references member,
  cancel_reason text not null default '',
  -- When each party sent its reminder.
  buyer_reminded_at timestamptz,
  seller_reminded_at timestamptz,
  second_mail_at timestamptz,
  -- The idempotency key of the request: the same key never places a second order.
  request_key text,
  check (buyer_id <> seller_id),
  check (giver_id in (buyer_id, seller_id) and payer_id in (buyer_id, seller_id) and payee_id in (buyer_id, seller_id)),
  check ((payer_id is null) = (payee_id is null) and payer_id <> payee_id),
  check (paid_at is null or payer_id is not null),
  check (delivered_at is null or (giver_id is not null and (payer_id is null or paid_at is not null))),
  check (cancelled_at is null or (paid_at is null and delivered_at is null and concluded_at is null))
);
create index orders_buyer on orders (buyer_id, number desc);
create index orders_seller on orders (seller_id, number desc);
-- The code shown on screens: shortId in domain/ids.ts.
create index orders_short_id on orders (right(id::text, 8));
create index orders_open_events on orders (id)
  where kind = 'avviso' and concluded_at is null and cancelled_at is null;
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
  -- Of an event; changed with the listing while the order is open.
  starts_at timestamptz,
  ends_at timestamptz,
  place text not null default '',
  primary key (order_id, position)
);
create index order_item_listing on order_item (listing_id);
create index order_item_name on order_item using gin (name gin_trgm_ops);
create index order_item_image on order_item (image) where image <> '';
