-- PostgreSQL's parser takes every character beyond ASCII for a letter where the locale is C: in "d’uncinetto", "«bici»" and
-- "bici…" it finds one word. What is searched is therefore written without the punctuation and symbols beyond ASCII.
create function searchable(written text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(written collate "C",
    '[\u0080-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2116\u2120\u2122\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe0f\ufeff\ufffc\ufffd\U0001f000-\U0001faff]+',
    ' ', 'g')
$$;

create or replace function title_words(name text) returns tsvector
language sql immutable parallel safe as $$ select to_tsvector('public.italiano', public.searchable(name)) $$;
create or replace function label_words(name text, brand text, category text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('public.italiano',
    public.searchable(name || ' ' || replace(brand, ',', ' ') || ' ' || coalesce(category, '')))
$$;
create or replace function written_words(name text, brand text, category text, description text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('public.parole',
    public.searchable(name || ' ' || replace(brand, ',', ' ') || ' ' || coalesce(category, '') || ' ' || description))
$$;
create function search_words(name text, brand text, category text, description text) returns tsvector
language sql immutable parallel safe as $$
  select setweight(to_tsvector('public.italiano', public.searchable(name)), 'A')
    || setweight(to_tsvector('public.italiano', public.searchable(replace(brand, ',', ' '))), 'B')
    || setweight(to_tsvector('public.italiano', public.searchable(coalesce(category, ''))), 'B')
    || setweight(to_tsvector('public.italiano', public.searchable(description)), 'D')
$$;

-- A trigger instead of another generated column, which would write all listings and their indexes again.
alter table listing alter column search drop expression;
create function set_listing_search() returns trigger language plpgsql as $$
begin
  new.search := search_words(new.name, new.brand, new.category, new.description);
  return new;
end
$$;
create trigger listing_set_search before insert or update of name, brand, category, description on listing
  for each row execute function set_listing_search();

-- The counts are of the words as they were.
alter table listing disable trigger user;
do $$ begin
  update listing set search = search_words(name, brand, category, description)
  where searchable(concat_ws(' ', name, brand, category, description)) <> concat_ws(' ', name, brand, category, description)
    and search <> search_words(name, brand, category, description);
  if found then perform recount_listings(); end if;
end $$;
alter table listing enable trigger user;

create or replace function index_synonyms() returns trigger language plpgsql as $$
begin
  insert into synonym (query, group_id, lexemes)
  select distinct phraseto_tsquery('public.italiano', searchable(word))::text, new.id,
    tsvector_to_array(to_tsvector('public.italiano', searchable(word)))
  from unnest(new.words) as word
  where numnode(phraseto_tsquery('public.italiano', searchable(word))) > 0
  on conflict do nothing;
  return null;
end
$$;
create temp table changed_group on commit drop as
  select id, words from synonym_group where exists (select from unnest(words) as word where searchable(word) <> word);
delete from synonym where group_id in (select id from changed_group);
insert into synonym (query, group_id, lexemes)
  select distinct phraseto_tsquery('italiano', searchable(word))::text, id,
    tsvector_to_array(to_tsvector('italiano', searchable(word)))
  from changed_group, unnest(words) as word
  where numnode(phraseto_tsquery('italiano', searchable(word))) > 0;
