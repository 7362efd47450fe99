-- The last sign of life of each published listing (an edit, an answer or a confirmation of its owner), and since when its
-- owner has been asked whether it is still valid.
create table listing_life (
  listing_id uuid primary key references listing on delete cascade,
  alive_at timestamptz not null,
  asked_at timestamptz
);
create index listing_life_unasked on listing_life (alive_at) where asked_at is null;
create index listing_life_asked on listing_life (asked_at) where asked_at is not null;

create function begin_listing_life() returns trigger language plpgsql as $$
begin
  insert into listing_life (listing_id, alive_at) values (new.id, new.published_at) on conflict do nothing;
  return null;
end
$$;
create trigger listing_begin_life after insert or update of published_at on listing
  for each row when (new.published_at is not null) execute function begin_listing_life();
