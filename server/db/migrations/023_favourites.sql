create table favourite (
  member_id uuid not null references member on delete cascade,
  listing_id uuid not null references listing on delete cascade,
  created_at timestamptz not null default now(),
  primary key (member_id, listing_id)
);
create index favourite_listing on favourite (listing_id);
