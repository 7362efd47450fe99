-- Double letters are the most frequent slip in Italian, so spelling keys ignore them.
create or replace function spelling_keys_of(word text) returns text[]
language sql immutable strict parallel safe as $$
  select public.deletions_of(regexp_replace(word, '(.)\1+', '\1', 'g'))
    || public.deletions_of(regexp_replace(
      coalesce((tsvector_to_array(to_tsvector('public.italiano', word)))[1], ''), '(.)\1+', '\1', 'g'))
$$;
drop index listing_word_spelling;
alter table listing_word drop column spelling_keys;
alter table listing_word
  add column spelling_keys text[] not null generated always as (spelling_keys_of(word)) stored;
create index listing_word_spelling on listing_word using gin (spelling_keys) with (fastupdate = off);
-- Resolved again when a listing is published.
update saved_search set keys = null where unknown_spellings <> '{}';
