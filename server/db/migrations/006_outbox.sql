-- Mails to be sent, written in the same transaction as what they tell of.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  headers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- When what it says no longer holds: a link that has run out is not worth sending.
  expires_at timestamptz,
  -- When to try next. Taking a mail moves this ahead, so that nobody else takes it and a crash only delays it.
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text not null default '',
  sent_at timestamptz,
  given_up_at timestamptz
);
create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null;
create index outbox_newest on outbox (created_at desc);
create index outbox_recipient on outbox (lower(recipient));
