-- The key is the name in lower case: "Libri" and "LIBRI" are one category, spelled as it was first entered.
create table category (
  key text primary key check (key <> ''),
  name text not null check (name <> '' and length(name) <= 60)
);

create index category_plain on category (plain(key) text_pattern_ops);

-- Price bands, bounded by the price ranges of the search form (PRICE_RANGES in domain/listings.ts). A price that is itself
-- a bound is in two ranges, and so has a band of its own.
create function price_band(price integer) returns smallint
language sql immutable strict parallel safe as $$
  select (case when price < 100 then 0 when price < 1000 then 1 when price = 1000 then 2 when price < 10000 then 3
    when price = 10000 then 4 when price < 100000 then 5 when price = 100000 then 6 else 7 end)::smallint
$$;

-- A listing takes the next place when it is first published; the newest listing has the highest place.
create sequence listing_place;

create table listing (
  id uuid primary key default new_id(),
  number bigint generated always as identity unique,
  place bigint unique,
  seller_id uuid not null references member,
  name text not null check (name <> '' and length(name) <= 90),
  price_val integer not null default 100 check (price_val between 0 and 100000000),
  price_euro integer not null default 0 check (price_euro between 0 and 100000000),
  images text[] not null default '{}' check (cardinality(images) <= 6),
  category text references category,
  brand text not null default '',
  stock integer not null default 1 check (stock >= 0),
  description text not null default '',
  section text not null default 'offro' check (section in ('offro', 'cerco', 'propongo', 'avviso', 'dono')),
  is_service boolean not null default false,
  paused boolean not null default false,
  reserved boolean not null default false,
  -- Set while the seller may not publish (not member.is_seller).
  hidden boolean not null default false,
  -- Hidden by reports until somebody looks at them, or hidden or removed by a decision. What is removed stays for an objection.
  withheld text check (withheld in ('reports', 'hidden', 'removed')),
  aux_phone text not null default '',
  delivery text not null default 'no preferences'
    check (delivery in ('no preferences', 'personalmente', 'posta', 'corriere')),
  expires_at timestamptz,
  -- Events only (section avviso): they leave the lists when they end, so expires_at is their end.
  starts_at timestamptz,
  ends_at timestamptz,
  venue text not null default '' check (length(venue) <= 200),
  -- Free places of an event; null without a limit.
  places integer check (places >= 0),
  -- Set by a job once expires_at has passed, so that counts and indexes do not depend on the current time.
  expired boolean not null default false,
  country text not null default 'Italia',
  state text not null default '',
  city text not null default '',
  municipality text not null default '',
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  rating real not null generated always as
    (case when rating_count = 0 then 0 else round(rating_sum::numeric / rating_count, 2)::real end) stored,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  draft boolean not null generated always as (name ~ '^Annunci[^A-Za-z0-9_[:space:]]') stored,
  shown boolean not null generated always as
    (not (name ~ '^Annunci[^A-Za-z0-9_[:space:]]') and not paused and not hidden and withheld is null and not expired)
    stored,
  search tsvector not null generated always as (
    setweight(to_tsvector('italiano', name), 'A')
    || setweight(to_tsvector('italiano', replace(brand, ',', ' ')), 'B')
    || setweight(to_tsvector('italiano', coalesce(category, '')), 'B')
    || setweight(to_tsvector('italiano', description), 'D')
  ) stored,
  -- The price that lists are sorted and filtered by; null in sections without prices, which come after all others.
  sort_price integer generated always as (case when section in ('offro', 'cerco') then price_val end) stored,
  band smallint not null generated always as
    (price_band(case when section in ('offro', 'cerco') then price_val else 0 end)) stored,
  stars smallint not null generated always as
    (case when rating_count = 0 then 0 else floor(round(rating_sum::numeric / rating_count, 2)) end) stored,
  -- What the filters "solo gratis" and "con foto" find.
  is_free boolean not null generated always as
    (section = 'dono' or (section = 'offro' and price_val = 0 and price_euro = 0)) stored,
  has_picture boolean not null generated always as (images <> '{}') stored,
  comune integer references comune,
  check (section <> 'dono' or price_val = 0),
  check (section = 'avviso' or (starts_at is null and ends_at is null and venue = '' and places is null)),
  check (ends_at > starts_at),
  check (ends_at is null or expires_at is not distinct from ends_at),
  check (section <> 'avviso' or name ~ '^Annunci[^A-Za-z0-9_[:space:]]' or (starts_at is not null and ends_at is not null)),
  check (name ~ '^Annunci[^A-Za-z0-9_[:space:]]' or (category is not null and place is not null))
);

create function set_comune() returns trigger language plpgsql as $$
begin
  new.comune := comune_of(new.municipality, new.city);
  return new;
end
$$;
create trigger listing_set_comune before insert or update of municipality, city on listing
  for each row execute function set_comune();

-- One index for each sort order of the public lists. Those for the default order include the columns that are checked on
-- skipped rows, so that a late page is an index-only scan.
create index listing_newest on listing (place desc) include (id, expires_at) where shown;
create index listing_section_newest on listing (section, place desc) include (id, expires_at) where shown;
create index listing_category_newest on listing (category, place desc) include (id, expires_at) where shown;
create index listing_section_category_newest on listing (section, category, place desc) include (id, expires_at) where shown;
create index listing_cheapest on listing (sort_price, place desc) where shown;
create index listing_dearest on listing (sort_price desc nulls last, place desc) where shown;
create index listing_section_cheapest on listing (section, sort_price, place desc) where shown;
create index listing_section_dearest on listing (section, sort_price desc nulls last, place desc) where shown;
create index listing_category_cheapest on listing (category, sort_price, place desc) where shown;
create index listing_category_dearest on listing (category, sort_price desc nulls last, place desc) where shown;
create index listing_soonest on listing (starts_at, place desc) where shown and starts_at is not null;
create index listing_category_soonest on listing (category, starts_at, place desc) where shown and starts_at is not null;
create index listing_best on listing (rating desc, rating_count desc, place desc) where shown;
create index listing_category_best on listing (category, rating desc, rating_count desc, place desc) where shown;
create index listing_name on listing using gin (name gin_trgm_ops);
create index listing_seller on listing (seller_id, number desc);
create index listing_seller_shown on listing (seller_id, place desc) include (id, expires_at) where shown;
create index listing_drafts on listing (seller_id) where draft;
create index listing_expiry on listing (expires_at) where not expired and expires_at is not null;
create index listing_comune on listing (comune, place desc) include (id, expires_at) where shown;
