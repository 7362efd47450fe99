-- What finding a listing stands on: what can be asked of one, written into one index, and counts that follow the rows,
-- so that no question costs more because there is more to look through. docs/performance.md has the plans.

-- A price belongs to one of eight bands, whose edges are the ranges that the search screen offers; a price that is itself
-- an edge belongs to both ranges, and so has a band of its own.
create function price_band(price integer) returns smallint
language sql immutable strict parallel safe as $$
  select (case when price < 100 then 0 when price < 1000 then 1 when price = 1000 then 2 when price < 10000 then 3
    when price = 10000 then 4 when price < 100000 then 5 when price = 100000 then 6 else 7 end)::smallint
$$;

-- The comune that someone means; a province's capital when only the province is known.
create function comune_of(municipality text, province_name text) returns integer
language sql stable parallel safe as $$
  select c.id from comune c join province p on p.code = c.province
  where c.key in (name_key(municipality), name_key(province_name))
  order by c.key = name_key(municipality) desc,
    name_key(province_name) in (name_key(p.name), name_key(p.code)) desc, c.id
  limit 1
$$;

alter table listing
  add column band smallint not null generated always as (price_band(price_val)) stored,
  add column stars smallint not null generated always as
    (case when rating_count = 0 then 0 else floor(round(rating_sum::numeric / rating_count, 2)) end) stored,
  add column comune integer references comune;

create function locate_listing() returns trigger language plpgsql as $$
begin
  new.comune := comune_of(new.municipality, new.city);
  return new;
end
$$;
create trigger listing_is_somewhere before insert or update of municipality, city on listing
  for each row execute function locate_listing();
create index listing_comune on listing (comune, place desc) include (id, expires_at) where shown;

-- Words as they are written, without accents and case: for what is typed, and for its slips.
create text search configuration parole (copy = simple);
alter text search configuration parole alter mapping for word, hword, hword_part with unaccent, simple;

create function title_words(name text) returns tsvector
language sql immutable parallel safe as $$ select to_tsvector('public.italiano', name) $$;
create function label_words(name text, brand text, category text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('public.italiano', name || ' ' || replace(brand, ',', ' ') || ' ' || coalesce(category, ''))
$$;
create function written_words(name text, brand text, category text, description text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('public.parole', name || ' ' || replace(brand, ',', ' ') || ' ' || coalesce(category, '') || ' ' || description)
$$;

-- Every combination of section, category, price range and whole stars that a listing is found by ('' for any of them), and
-- its comune.
create function facet_keys(section text, category text, range text, stars text) returns text[]
language sql immutable parallel safe as $$
  select array['|' || range || '|' || stars || '|', section || '|' || range || '|' || stars || '|',
    '|' || range || '|' || stars || '|' || category, section || '|' || range || '|' || stars || '|' || category]
$$;
create function listing_facets(section text, category text, band smallint, stars smallint, comune integer) returns text[]
language sql immutable parallel safe as $$
  select array['@' || coalesce(comune, 0), section || '|||', '|||' || category, section || '|||' || category]
    || case when band in (1, 2) then public.facet_keys(section, category, '1-10', '') end
    || case when band in (2, 3, 4) then public.facet_keys(section, category, '10-100', '') end
    || case when band in (4, 5, 6) then public.facet_keys(section, category, '100-1000', '') end
    || case when stars > 0 then public.facet_keys(section, category, '', stars::text)
      || case when band in (1, 2) then public.facet_keys(section, category, '1-10', stars::text) end
      || case when band in (2, 3, 4) then public.facet_keys(section, category, '10-100', stars::text) end
      || case when band in (4, 5, 6) then public.facet_keys(section, category, '100-1000', stars::text) end end
$$;

-- The stretches of places a listing lies in, from short to long: the newest matches lie in the last ones.
create function listing_blocks(place bigint) returns bigint[]
language sql immutable parallel safe as $$
  select array[(8::bigint << 48) + (place >> 8), (10::bigint << 48) + (place >> 10), (12::bigint << 48) + (place >> 12),
    (14::bigint << 48) + (place >> 14), (16::bigint << 48) + (place >> 16), (18::bigint << 48) + (place >> 18)]
$$;

drop index listing_words;
create index listing_terms on listing using gin (
  search, title_words(name), label_words(name, brand, category), listing_facets(section, category, band, stars, comune),
  listing_blocks(place)
) with (fastupdate = off) where shown;

-- How many listings are shown: by what can be filtered, by stretch of places, by comune; how many have a word.
create table listing_facet (
  section text not null,
  category text not null,
  band smallint not null,
  stars smallint not null,
  shown bigint not null default 0,
  primary key (section, category, band, stars)
);
create table listing_step (
  section text not null,
  category text not null,
  -- A step of this level is 2 ^ level places long.
  level smallint not null,
  step bigint not null,
  shown bigint not null default 0,
  primary key (section, category, level, step)
);
create table listing_here (
  comune integer primary key,
  shown bigint not null default 0
);
create table listing_lexeme (
  lexeme text primary key,
  title bigint not null default 0,
  labels bigint not null default 0,
  anywhere bigint not null default 0
);
-- A word with each of its letters left out in turn: two words that share one of these are a slip apart.
create function word_slips(word text) returns text[]
language sql immutable strict parallel safe as $$
  select case when length(word) between 4 and 24
    then array(select distinct overlay(word placing '' from n for 1) from generate_series(1, length(word)) as n) || word
    else '{}' end
$$;
-- The slips of a word with its ending and without: endings are what people are least sure of.
create function slips_of(word text) returns text[]
language sql immutable strict parallel safe as $$
  select public.word_slips(word) || public.word_slips(coalesce((tsvector_to_array(to_tsvector('public.italiano', word)))[1], ''))
$$;
create table listing_word (
  word text primary key,
  shown bigint not null default 0,
  slips text[] not null generated always as (slips_of(word)) stored
) with (fillfactor = 80);
create index listing_word_prefix on listing_word (word text_pattern_ops);
create index listing_word_slips on listing_word using gin (slips) with (fastupdate = off);

create type listing_count as (
  section text, category text, band smallint, stars smallint, place bigint, comune integer, change integer
);
create type word_count as (lexemes tsvector, title tsvector, labels tsvector, written tsvector, change integer);

-- Each table is changed in the order of its key, and the tables in one order: who publishes at once waits, and never deadlocks.
create function count_listings(changes listing_count[]) returns void language plpgsql as $$
begin
  if cardinality(changes) = 0 then return; end if;
  insert into listing_tally as t (section, category, shown)
  select s, c, sum(l.change) from unnest(changes) as l, unnest(array['', l.section]) as s, unnest(array['', l.category]) as c
  group by s, c having sum(l.change) <> 0 order by s, c
  on conflict (section, category) do update set shown = t.shown + excluded.shown;

  insert into listing_facet as t (section, category, band, stars, shown)
  select s, c, l.band, l.stars, sum(l.change)
  from unnest(changes) as l, unnest(array['', l.section]) as s, unnest(array['', l.category]) as c
  group by s, c, l.band, l.stars having sum(l.change) <> 0 order by s, c, l.band, l.stars
  on conflict (section, category, band, stars) do update set shown = t.shown + excluded.shown;

  insert into listing_step as t (section, category, level, step, shown)
  select s, c, level, l.place >> level, sum(l.change)
  from unnest(changes) as l, unnest(array['', l.section]) as s, unnest(array['', l.category]) as c, unnest(array[8, 14]) as level
  group by s, c, level, l.place >> level having sum(l.change) <> 0 order by s, c, level, l.place >> level
  on conflict (section, category, level, step) do update set shown = t.shown + excluded.shown;

  insert into listing_here as t (comune, shown)
  select l.comune, sum(l.change) from unnest(changes) as l where l.comune is not null
  group by l.comune having sum(l.change) <> 0 order by l.comune
  on conflict (comune) do update set shown = t.shown + excluded.shown;
end
$$;

create function count_words(changes word_count[]) returns void language plpgsql as $$
begin
  if cardinality(changes) = 0 then return; end if;
  insert into listing_lexeme as t (lexeme, title, labels, anywhere)
  select lexeme, sum(title), sum(labels), sum(anywhere)
  from (
    select x.lexeme, 0 as title, 0 as labels, w.change as anywhere from unnest(changes) as w, unnest(w.lexemes) as x
    union all select x.lexeme, w.change, 0, 0 from unnest(changes) as w, unnest(w.title) as x
    union all select x.lexeme, 0, w.change, 0 from unnest(changes) as w, unnest(w.labels) as x
  ) as moved
  group by lexeme having sum(title) <> 0 or sum(labels) <> 0 or sum(anywhere) <> 0 order by lexeme
  on conflict (lexeme) do update set
    title = t.title + excluded.title, labels = t.labels + excluded.labels, anywhere = t.anywhere + excluded.anywhere;

  insert into listing_word as t (word, shown)
  select x.lexeme, sum(w.change) from unnest(changes) as w, unnest(w.written) as x
  where length(x.lexeme) between 2 and 40 group by x.lexeme having sum(w.change) <> 0 order by x.lexeme
  on conflict (word) do update set shown = t.shown + excluded.shown;
end
$$;

create function words_of(l listing, change integer) returns word_count
language sql stable as $$
  select row(l.search, title_words(l.name), label_words(l.name, l.brand, l.category),
    written_words(l.name, l.brand, l.category, l.description), change)::word_count
$$;
create function count_of(l listing, change integer) returns listing_count
language sql stable as $$
  select row(l.section, l.category, l.band, l.stars, l.place, l.comune, change)::listing_count
$$;

create or replace function tally_inserted() returns trigger language plpgsql as $$
begin
  perform count_listings(array(select count_of(l, 1) from added as l where l.shown));
  perform count_words(array(select words_of(l, 1) from added as l where l.shown));
  return null;
end
$$;
create or replace function tally_deleted() returns trigger language plpgsql as $$
begin
  perform count_listings(array(select count_of(l, -1) from gone as l where l.shown));
  perform count_words(array(select words_of(l, -1) from gone as l where l.shown));
  return null;
end
$$;
-- Most changes (a stock, a picture) move no count and no word.
create or replace function tally_updated() returns trigger language plpgsql as $$
begin
  perform count_listings(array(
    select count_of(l, -1) from gone as l join added as n using (id)
    where l.shown and (not n.shown or count_of(l, 0) is distinct from count_of(n, 0))
    union all
    select count_of(n, 1) from gone as l join added as n using (id)
    where n.shown and (not l.shown or count_of(l, 0) is distinct from count_of(n, 0))));
  perform count_words(array(
    select words_of(l, -1) from gone as l join added as n using (id)
    where l.shown and (not n.shown or (l.name, l.brand, l.category, l.description) is distinct from (n.name, n.brand, n.category, n.description))
    union all
    select words_of(n, 1) from gone as l join added as n using (id)
    where n.shown and (not l.shown or (l.name, l.brand, l.category, l.description) is distinct from (n.name, n.brand, n.category, n.description))));
  return null;
end
$$;
drop function tally(listing_tally[]);
drop function tally_rows(text, text, bigint);

-- All counts anew, for whoever loaded listings with the triggers off.
create function recount_listings() returns void language plpgsql as $$
begin
  truncate listing_tally, listing_facet, listing_step, listing_here, listing_lexeme, listing_word;
  create temp table leaf on commit drop as
    select section, category, band, stars, place >> 8 as step, comune, count(*) as shown
    from listing where shown group by 1, 2, 3, 4, 5, 6;
  insert into listing_tally select coalesce(section, ''), coalesce(category, ''), coalesce(sum(shown), 0) from leaf
    group by cube (section, category);
  insert into listing_facet select coalesce(section, ''), coalesce(category, ''), band, stars, sum(shown) from leaf
    group by band, stars, cube (section, category);
  insert into listing_step select coalesce(section, ''), coalesce(category, ''), 8, step, sum(shown) from leaf
    group by step, cube (section, category);
  insert into listing_step select section, category, 14, step >> 6, sum(shown) from listing_step
    group by section, category, step >> 6;
  insert into listing_here select comune, sum(shown) from leaf where comune is not null group by comune;
  insert into listing_lexeme (lexeme, title, labels, anywhere)
    select word, coalesce(t.ndoc, 0), coalesce(b.ndoc, 0), a.ndoc
    from ts_stat('select search from listing where shown') as a
    left join ts_stat('select title_words(name) from listing where shown') as t using (word)
    left join ts_stat('select label_words(name, brand, category) from listing where shown') as b using (word);
  insert into listing_word (word, shown)
    select word, ndoc from ts_stat('select written_words(name, brand, category, description) from listing where shown')
    where length(word) between 2 and 40;
end
$$;

create index category_plain on category (plain(key) text_pattern_ops);
create index listing_section_category_newest on listing (section, category, place desc) include (id, expires_at) where shown;
