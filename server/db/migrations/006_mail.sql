-- Mails, written in the same transaction as what they are about. A job (send-mail) sends each one.
create table mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  headers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- After this the content is no longer valid, such as a link that has expired: the mail is not sent any more.
  expires_at timestamptz,
  -- Set before each attempt to send, so that no second attempt begins while one may be running.
  claimed_until timestamptz,
  attempts integer not null default 0,
  last_error text not null default '',
  sent_at timestamptz,
  given_up_at timestamptz
);
create index mail_newest on mail (created_at desc);
create index mail_recipient on mail (lower(recipient));
