-- The end of a listing of which its owner was told; a new end is told again.
create table listing_end_told (
  listing_id uuid primary key references listing on delete cascade,
  ends_at timestamptz not null
);
