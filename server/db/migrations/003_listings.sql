-- The key is the name without case: "Libri" and "LIBRI" are one category, spelled as it first was.
create table category (
  key text primary key check (key <> ''),
  name text not null check (name <> '' and length(name) <= 60)
);

-- A listing takes the next place the first time it is published; "newest" is the highest place.
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
  aux_phone text not null default '',
  delivery text not null default 'no preferences'
    check (delivery in ('no preferences', 'personalmente', 'posta', 'corriere')),
  expires_at timestamptz,
  -- Raised by a sweep once expires_at has passed, so that counts and indexes need no clock.
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
    (not (name ~ '^Annunci[^A-Za-z0-9_[:space:]]') and not paused and not expired) stored,
  search tsvector not null generated always as (
    setweight(to_tsvector('italiano', name), 'A')
    || setweight(to_tsvector('italiano', replace(brand, ',', ' ')), 'B')
    || setweight(to_tsvector('italiano', coalesce(category, '')), 'B')
    || setweight(to_tsvector('italiano', description), 'D')
  ) stored,
  check (section <> 'dono' or price_val = 0),
  check (name ~ '^Annunci[^A-Za-z0-9_[:space:]]' or (category is not null and place is not null))
);

-- One index for each way a public list is walked, each leading straight to a page; those for the usual order also
-- carry what is asked of the rows that are skipped, so that a far page does not visit them.
create index listing_newest on listing (place desc) include (id, expires_at) where shown;
create index listing_section_newest on listing (section, place desc) include (id, expires_at) where shown;
create index listing_category_newest on listing (category, place desc) include (id, expires_at) where shown;
create index listing_cheapest on listing (price_val, place desc) where shown;
create index listing_dearest on listing (price_val desc, place desc) where shown;
create index listing_section_cheapest on listing (section, price_val, place desc) where shown;
create index listing_section_dearest on listing (section, price_val desc, place desc) where shown;
create index listing_category_cheapest on listing (category, price_val, place desc) where shown;
create index listing_category_dearest on listing (category, price_val desc, place desc) where shown;
create index listing_best on listing (rating desc, rating_count desc, place desc) where shown;
create index listing_category_best on listing (category, rating desc, rating_count desc, place desc) where shown;
create index listing_seller on listing (seller_id, number desc);
create index listing_seller_shown on listing (seller_id, place desc) include (id, expires_at) where shown;
create index listing_words on listing using gin (search) where shown;
create index listing_drafts on listing (seller_id) where draft;
create index listing_expiry on listing (expires_at) where not expired and expires_at is not null;

create table review (
  id uuid primary key default new_id(),
  listing_id uuid not null references listing on delete cascade,
  member_id uuid not null references member,
  name text not null,
  rating smallint not null check (rating between 1 and 5),
  comment text not null check (comment <> ''),
  verified_exchange boolean not null default false,
  created_at timestamptz not null default now(),
  unique (listing_id, member_id)
);
create index review_member on review (member_id);

-- How many listings are shown in each section and category ('' stands for all of them). Counting at every
-- request costs more the more there is to count; these counts move with the rows themselves.
create table listing_tally (
  section text not null,
  category text not null,
  shown bigint not null default 0,
  primary key (section, category)
);

-- Every picture that a member sent. It belongs to the listing that shows it, or is the member's logo; one that is neither
-- goes after a day. Written down before it is stored, so that nothing is ever stored that nobody knows of.
create table upload (
  id uuid primary key,
  member_id uuid not null references member,
  url text not null unique,
  format text not null check (format in ('jpeg', 'png')),
  bytes integer not null check (bytes > 0),
  listing_id uuid references listing on delete set null,
  is_logo boolean not null default false,
  -- Orders keep a copy of what was ordered, its picture included.
  in_order boolean not null default false,
  loose_since timestamptz not null default now(),
  check (listing_id is null or not is_logo)
);
create index upload_listing on upload (listing_id) where listing_id is not null;
create index upload_logo on upload (member_id) where is_logo;
create index upload_loose on upload (loose_since) where listing_id is null and not is_logo and not in_order;
create index upload_loose_member on upload (member_id) where listing_id is null and not is_logo and not in_order;
