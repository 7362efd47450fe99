-- Searches that members have saved: each once, however many of them saved it.
create table saved_search (
  id bigint generated always as identity primary key,
  -- The parameters of GET /api/products as canonical JSON.
  parameters text not null unique,
  section text,
  category text,
  seller_id uuid,
  min integer not null,
  max integer not null,
  rating smallint not null,
  is_free boolean not null,
  has_picture boolean not null,
  comune integer references comune,
  km real,
  -- The words that have a lexeme, as typed, and their lexemes.
  words text[] not null,
  lexemes text[] not null,
  -- A query for all the lexemes.
  all_words tsquery,
  -- The word that the fewest listings had when the search was saved.
  rarest_word text,
  -- A listing with all the words that passes the filters, the place aside: so no word is corrected, and all are needed.
  example uuid references listing on delete set null,
  -- What the search is looked up by; null for each of its words.
  lookup text generated always as (case
    when cardinality(words) > 1 and example is null then null
    when rarest_word is not null then 'word ' || rarest_word
    when seller_id is not null then 'seller ' || seller_id::text
    when comune is not null then 'comune ' || comune::text || coalesce(' ' || category, '')
    when category is not null then 'category ' || category
    else '' end) stored
);
create index saved_search_lookup on saved_search (lookup) where lookup is not null;
create index saved_search_words on saved_search using gin (words) with (fastupdate = off) where lookup is null;
create index saved_search_example on saved_search (example) where example is not null;

-- A listing that changes may no longer be an example.
create function clear_example() returns trigger language plpgsql as $$
begin
  update saved_search set example = null where example = new.id;
  return null;
end
$$;
create trigger listing_clear_example after update on listing for each row
  when (
    (old.shown, old.expires_at, old.search, old.section, old.category, old.seller_id,
      old.sort_price, old.stars, old.is_free, old.has_picture)
    is distinct from
    (new.shown, new.expires_at, new.search, new.section, new.category, new.seller_id,
      new.sort_price, new.stars, new.is_free, new.has_picture))
  execute function clear_example();

-- The words of saved searches.
create table saved_word (
  word text primary key,
  lexeme text not null,
  spelling_keys text[] not null generated always as (spelling_keys_of(word)) stored
);
create index saved_word_lexeme on saved_word (lexeme);
create index saved_word_spelling on saved_word using gin (spelling_keys) with (fastupdate = off);

create table alert (
  id uuid primary key default new_id(),
  member_id uuid not null references member,
  search_id bigint not null references saved_search,
  created_at timestamptz not null,
  unique (member_id, search_id)
);
create index alert_search on alert (search_id, member_id);

-- Each alert tells of a listing once.
create table alert_match (
  alert_id uuid not null references alert on delete cascade,
  listing_id uuid not null references listing on delete cascade,
  primary key (alert_id, listing_id)
);
create index alert_match_listing on alert_match (listing_id);
