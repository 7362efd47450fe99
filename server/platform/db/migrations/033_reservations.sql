-- The request that the owner of a listing has reserved it for; the other open requests wait in the order they were sent.
create table reservation (
  listing_id uuid primary key references listing on delete cascade,
  order_id uuid not null references orders on delete cascade,
  created_at timestamptz not null
);
create index reservation_order on reservation (order_id);
