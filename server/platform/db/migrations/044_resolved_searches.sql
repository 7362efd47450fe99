-- What the words of a saved search stand for is stored with it, instead of being looked up at every publication.
drop trigger listing_clear_example on listing;
drop function clear_example();
drop table saved_word;
alter table saved_search drop column lookup;
alter table saved_search
  drop column words,
  drop column lexemes,
  drop column rarest_word,
  drop column example,
  -- Besides all_words, which has their synonyms now: what suffices while no listing has all words. Null if all are needed.
  add column any_words tsquery,
  -- The spelling keys of words that no listing has: a listing with a similar word changes what they stand for.
  add column unknown_spellings text[] not null default '{}',
  -- What the search is looked up by: lexemes, or else its seller, place or category. Null until its words are resolved.
  add column keys text[];
create index saved_search_keys on saved_search using gin (keys) with (fastupdate = off);
create index saved_search_unknown on saved_search using gin (unknown_spellings) with (fastupdate = off);
create index saved_search_unresolved on saved_search (id) where keys is null;
