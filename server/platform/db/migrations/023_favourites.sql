create table favourite (
  member_id uuid not null references member on delete cascade,
  listing_id uuid not null references listing on delete cascade,
  created_at timestamptz not null default now(),
  primary key (member_id, listing_id)
);
create index favourite_listing on favourite (listing_id);

-- What a job is to tell these members; deleted in the transaction that tells it, so that a job that runs again tells nothing.
create table favourite_news (
  id uuid primary key default new_id(),
  members uuid[] not null,
  text text not null,
  -- A path of this site.
  link text not null
);
