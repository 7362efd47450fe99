-- What a member is told, added in the transaction of the event.
create table notice (
  id uuid primary key default new_id(),
  member_id uuid not null references member,
  kind text not null,
  text text not null check (text <> ''),
  -- A path of this site.
  link text not null check (link like '/%'),
  -- Further events with the same key replace the text of a notice that was not seen yet.
  key text,
  created_at timestamptz not null,
  seen_at timestamptz,
  -- When it is mailed unless it is seen before, alone or in the daily digest; null when there is nothing left to mail.
  mail_at timestamptz,
  daily boolean not null default false,
  -- The mail if it tells more than the text; deleted with mail_at.
  mail jsonb
);
create index notice_newest on notice (member_id, created_at desc, id desc);
create index notice_unseen on notice (member_id) where seen_at is null;
create unique index notice_key on notice (member_id, key) where seen_at is null and key is not null;
create index notice_due on notice (mail_at) where mail_at is not null and not daily;
create index notice_digest on notice (member_id, mail_at) where mail_at is not null and daily;
create index notice_age on notice (created_at);

-- Only what a member has chosen; the defaults are in domain/notices.ts.
create table notice_preference (
  member_id uuid not null references member,
  kind text not null,
  way text not null check (way in ('now', 'daily', 'never')),
  primary key (member_id, kind)
);
