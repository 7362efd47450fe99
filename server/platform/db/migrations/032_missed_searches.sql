-- Searches that found nothing, to show what is sought and not offered. `person` is a keyed hash of the person together with
-- the words: it counts people, and does not link the searches of one person.
create table missed_search (
  -- The lexemes, in alphabetical order.
  words text not null check (words <> ''),
  typed text not null,
  person text not null,
  day date not null,
  primary key (words, person)
);
create index missed_search_day on missed_search (day);
