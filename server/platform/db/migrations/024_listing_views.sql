-- How often the page of a listing was opened, by day in Italy.
create table listing_view (
  listing_id uuid not null references listing on delete cascade,
  day date not null,
  count integer not null default 0 check (count >= 0),
  primary key (listing_id, day)
);
