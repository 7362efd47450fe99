-- Indexes and counts of server/search. All counts are kept by triggers, so that no query has to count.

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

-- One key for every combination of section, category, price range and whole stars ('' for any of them) that finds the
-- listing, one for its comune, and one each if it is free and if it has a picture.
create function facet_keys(section text, category text, range text, stars text) returns text[]
language sql immutable parallel safe as $$
  select array['|' || range || '|' || stars || '|', section || '|' || range || '|' || stars || '|',
    '|' || range || '|' || stars || '|' || category, section || '|' || range || '|' || stars || '|' || category]
$$;
create function listing_facets(
  section text, category text, band smallint, stars smallint, comune integer, is_free boolean, has_picture boolean
) returns text[]
language sql immutable parallel safe as $$
  select array['@' || coalesce(comune, 0), section || '|||', '|||' || category, section || '|||' || category]
    || case when band in (1, 2) then public.facet_keys(section, category, '1-10', '') end
    || case when band in (2, 3, 4) then public.facet_keys(section, category, '10-100', '') end
    || case when band in (4, 5, 6) then public.facet_keys(section, category, '100-1000', '') end
    || case when stars > 0 then public.facet_keys(section, category, '', stars::text)
      || case when band in (1, 2) then public.facet_keys(section, category, '1-10', stars::text) end
      || case when band in (2, 3, 4) then public.facet_keys(section, category, '10-100', stars::text) end
      || case when band in (4, 5, 6) then public.facet_keys(section, category, '100-1000', stars::text) end end
    || case when is_free then array['free'] end
    || case when has_picture then array['picture'] end
$$;

-- The blocks of 2^8 to 2^18 places that contain the listing: the newest matches are in the highest blocks.
create function listing_blocks(place bigint) returns bigint[]
language sql immutable parallel safe as $$
  select array[(8::bigint << 48) + (place >> 8), (10::bigint << 48) + (place >> 10), (12::bigint << 48) + (place >> 12),
    (14::bigint << 48) + (place >> 14), (16::bigint << 48) + (place >> 16), (18::bigint << 48) + (place >> 18)]
$$;

-- PostgreSQL evaluates the conditions on a GIN index in the order of its columns. The blocks come first: with words first, a
-- search for two frequent words that never occur together would read all their listings.
create index listing_terms on listing using gin (
  listing_blocks(place), listing_facets(section, category, band, stars, comune, is_free, has_picture), search, title_words(name),
  label_words(name, brand, category)
) with (fastupdate = off) where shown;

-- The number of shown listings by section and category ('' for all), by all filters, by block of places and by comune, and
-- the number that contain a word.
create table listing_tally (
  section text not null,
  category text not null,
  shown bigint not null default 0,
  primary key (section, category)
);
create table listing_facet (
  section text not null,
  category text not null,
  band smallint not null,
  stars smallint not null,
  is_free boolean not null,
  has_picture boolean not null,
  shown bigint not null default 0,
  primary key (section, category, band, stars, is_free, has_picture)
);
create table listing_block_tally (
  section text not null,
  category text not null,
  -- A block is a run of 2 ^ level places; its number is place >> level.
  level smallint not null,
  block bigint not null,
  shown bigint not null default 0,
  primary key (section, category, level, block)
);
create table listing_comune_tally (
  comune integer primary key,
  shown bigint not null default 0
);
create table listing_lexeme (
  lexeme text primary key,
  title bigint not null default 0,
  labels bigint not null default 0,
  anywhere bigint not null default 0
);
-- The word, and the word without each of its letters in turn: words that are one edit apart share one of these.
create function deletions_of(word text) returns text[]
language sql immutable strict parallel safe as $$
  select case when length(word) between 4 and 24
    then array(select distinct overlay(word placing '' from n for 1) from generate_series(1, length(word)) as n) || word
    else '{}' end
$$;
-- The deletions of the word and of its stem, because most spelling errors are in the ending.
create function spelling_keys_of(word text) returns text[]
language sql immutable strict parallel safe as $$
  select public.deletions_of(word)
    || public.deletions_of(coalesce((tsvector_to_array(to_tsvector('public.italiano', word)))[1], ''))
$$;
create table listing_word (
  word text primary key,
  shown bigint not null default 0,
  spelling_keys text[] not null generated always as (spelling_keys_of(word)) stored,
  lexeme text generated always as ((tsvector_to_array(to_tsvector('public.italiano', word)))[1]) stored
) with (fillfactor = 80);
create index listing_word_lexeme on listing_word (lexeme);
create index listing_word_prefix on listing_word (word text_pattern_ops);
create index listing_word_spelling on listing_word using gin (spelling_keys) with (fastupdate = off);

create type count_change as (
  section text, category text, band smallint, stars smallint, is_free boolean, has_picture boolean, place bigint,
  comune integer, change integer
);
create type word_change as (lexemes tsvector, title tsvector, labels tsvector, written tsvector, change integer);

-- Tables are updated in one order, and each in the order of its key, so that concurrent transactions cannot deadlock.
create function count_listings(changes count_change[]) returns void language plpgsql as $$
begin
  if cardinality(changes) = 0 then return; end if;
  insert into listing_tally as t (section, category, shown)
  select s, c, sum(l.change) from unnest(changes) as l, unnest(array['', l.section]) as s, unnest(array['', l.category]) as c
  group by s, c having sum(l.change) <> 0 order by s, c
  on conflict (section, category) do update set shown = t.shown + excluded.shown;

  insert into listing_facet as t (section, category, band, stars, is_free, has_picture, shown)
  select s, c, l.band, l.stars, l.is_free, l.has_picture, sum(l.change)
  from unnest(changes) as l, unnest(array['', l.section]) as s, unnest(array['', l.category]) as c
  group by s, c, l.band, l.stars, l.is_free, l.has_picture having sum(l.change) <> 0
  order by s, c, l.band, l.stars, l.is_free, l.has_picture
  on conflict (section, category, band, stars, is_free, has_picture) do update set shown = t.shown + excluded.shown;

  insert into listing_block_tally as t (section, category, level, block, shown)
  select s, c, level, l.place >> level, sum(l.change)
  from unnest(changes) as l, unnest(array['', l.section]) as s, unnest(array['', l.category]) as c, unnest(array[8, 14]) as level
  group by s, c, level, l.place >> level having sum(l.change) <> 0 order by s, c, level, l.place >> level
  on conflict (section, category, level, block) do update set shown = t.shown + excluded.shown;

  insert into listing_comune_tally as t (comune, shown)
  select l.comune, sum(l.change) from unnest(changes) as l where l.comune is not null
  group by l.comune having sum(l.change) <> 0 order by l.comune
  on conflict (comune) do update set shown = t.shown + excluded.shown;
end
$$;

create function count_words(changes word_change[]) returns void language plpgsql as $$
begin
  if cardinality(changes) = 0 then return; end if;
  insert into listing_lexeme as t (lexeme, title, labels, anywhere)
  select lexeme, sum(title), sum(labels), sum(anywhere)
  from (
    select x.lexeme, 0 as title, 0 as labels, w.change as anywhere from unnest(changes) as w, unnest(w.lexemes) as x
    union all select x.lexeme, w.change, 0, 0 from unnest(changes) as w, unnest(w.title) as x
    union all select x.lexeme, 0, w.change, 0 from unnest(changes) as w, unnest(w.labels) as x
  ) as changed
  group by lexeme having sum(title) <> 0 or sum(labels) <> 0 or sum(anywhere) <> 0 order by lexeme
  on conflict (lexeme) do update set
    title = t.title + excluded.title, labels = t.labels + excluded.labels, anywhere = t.anywhere + excluded.anywhere;

  insert into listing_word as t (word, shown)
  select x.lexeme, sum(w.change) from unnest(changes) as w, unnest(w.written) as x
  where length(x.lexeme) between 2 and 40 group by x.lexeme having sum(w.change) <> 0 order by x.lexeme
  on conflict (word) do update set shown = t.shown + excluded.shown;
end
$$;

create function word_change_of(l listing, change integer) returns word_change
language sql stable as $$
  select row(l.search, title_words(l.name), label_words(l.name, l.brand, l.category),
    written_words(l.name, l.brand, l.category, l.description), change)::word_change
$$;
create function count_change_of(l listing, change integer) returns count_change
language sql stable as $$
  select row(l.section, l.category, l.band, l.stars, l.is_free, l.has_picture, l.place, l.comune, change)::count_change
$$;

create function count_inserted_listings() returns trigger language plpgsql as $$
begin
  perform count_listings(array(select count_change_of(l, 1) from new_rows as l where l.shown));
  perform count_words(array(select word_change_of(l, 1) from new_rows as l where l.shown));
  return null;
end
$$;
create function count_deleted_listings() returns trigger language plpgsql as $$
begin
  perform count_listings(array(select count_change_of(l, -1) from old_rows as l where l.shown));
  perform count_words(array(select word_change_of(l, -1) from old_rows as l where l.shown));
  return null;
end
$$;
-- Most updates (stock, further pictures) change no count and no word.
create function count_updated_listings() returns trigger language plpgsql as $$
begin
  perform count_listings(array(
    select count_change_of(l, -1) from old_rows as l join new_rows as n using (id)
    where l.shown and (not n.shown or count_change_of(l, 0) is distinct from count_change_of(n, 0))
    union all
    select count_change_of(n, 1) from old_rows as l join new_rows as n using (id)
    where n.shown and (not l.shown or count_change_of(l, 0) is distinct from count_change_of(n, 0))));
  perform count_words(array(
    select word_change_of(l, -1) from old_rows as l join new_rows as n using (id)
    where l.shown and (not n.shown or (l.name, l.brand, l.category, l.description) is distinct from (n.name, n.brand, n.category, n.description))
    union all
    select word_change_of(n, 1) from old_rows as l join new_rows as n using (id)
    where n.shown and (not l.shown or (l.name, l.brand, l.category, l.description) is distinct from (n.name, n.brand, n.category, n.description))));
  return null;
end
$$;
create trigger listing_count_insert after insert on listing
  referencing new table as new_rows for each statement execute function count_inserted_listings();
create trigger listing_count_delete after delete on listing
  referencing old table as old_rows for each statement execute function count_deleted_listings();
create trigger listing_count_update after update on listing
  referencing old table as old_rows new table as new_rows for each statement execute function count_updated_listings();

-- Computes all counts again, after listings were loaded with the triggers disabled.
create function recount_listings() returns void language plpgsql as $$
begin
  truncate listing_tally, listing_facet, listing_block_tally, listing_comune_tally, listing_lexeme, listing_word;
  create temp table block_counts on commit drop as
    select section, category, band, stars, is_free, has_picture, place >> 8 as block, comune, count(*) as shown
    from listing where shown group by 1, 2, 3, 4, 5, 6, 7, 8;
  insert into listing_tally select coalesce(section, ''), coalesce(category, ''), coalesce(sum(shown), 0) from block_counts
    group by cube (section, category);
  insert into listing_facet
    select coalesce(section, ''), coalesce(category, ''), band, stars, is_free, has_picture, sum(shown) from block_counts
    group by band, stars, is_free, has_picture, cube (section, category);
  insert into listing_block_tally select coalesce(section, ''), coalesce(category, ''), 8, block, sum(shown) from block_counts
    group by block, cube (section, category);
  insert into listing_block_tally select section, category, 14, block >> 6, sum(shown) from listing_block_tally
    group by section, category, block >> 6;
  insert into listing_comune_tally select comune, sum(shown) from block_counts where comune is not null group by comune;
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
