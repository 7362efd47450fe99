-- Words that a search treats as one: the built-in list (server/synonyms/list.json), and groups that admins add.
create table synonym_group (
  id uuid primary key default new_id(),
  words text[] not null check (cardinality(words) between 2 and 12),
  built_in boolean not null,
  created_at timestamptz not null default now()
);
create index synonym_group_newest on synonym_group (created_at desc, id desc) where not built_in;

-- Each word or phrase of a group as a tsquery, and its lexemes.
create table synonym (
  query text not null,
  group_id uuid not null references synonym_group on delete cascade,
  lexemes text[] not null,
  primary key (query, group_id)
);
create index synonym_of_group on synonym (group_id);
create index synonym_first on synonym ((lexemes[1]));

create function index_synonyms() returns trigger language plpgsql as $$
begin
  insert into synonym (query, group_id, lexemes)
  select distinct phraseto_tsquery('public.italiano', word)::text, new.id,
    tsvector_to_array(to_tsvector('public.italiano', word))
  from unnest(new.words) as word
  where numnode(phraseto_tsquery('public.italiano', word)) > 0
  on conflict do nothing;
  return null;
end
$$;
create trigger synonym_group_index after insert on synonym_group for each row execute function index_synonyms();
create trigger synonym_group_notify after insert or delete on synonym_group
  for each statement execute function notify_change();
