-- Texts of the association's pages, by version; the first version of each is in domain/page-texts.ts.
create table page_text (
  page text not null check (page in ('terms', 'contact', 'imprint')),
  version integer not null check (version > 1),
  text text not null check (text <> ''),
  written_by uuid not null references member,
  created_at timestamptz not null,
  primary key (page, version)
);
create trigger page_text_append_only before update or delete or truncate on page_text
  for each statement execute function refuse_change();
create trigger page_text_notify after insert on page_text for each statement execute function notify_change();
