-- Append-only tables: updates and deletes are refused.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end
$$;

-- Consents requested, given and withdrawn, with the version of the text.
create table consent (
  id bigint generated always as identity primary key,
  subject text not null,
  purpose text not null,
  text_version text not null,
  event text not null check (event in ('asked', 'confirmed', 'withdrawn')),
  at timestamptz not null default now()
);
create index consent_subject on consent (subject, purpose, at);
create trigger consent_append_only before update or delete or truncate on consent
  for each statement execute function refuse_change();

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'
);
create index audit_subject on audit (subject, at desc);
create index audit_action on audit (action, id);
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
