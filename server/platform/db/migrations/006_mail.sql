-- Mails are added in the transaction of the change that they report. The job send-mail sends each one.
create table mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  headers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- After this the content is no longer valid, for example a link in it, and the mail is not sent.
  expires_at timestamptz,
  -- Set before each attempt to send, so that attempts do not overlap; claimed_by is the attempt.
  claimed_until timestamptz,
  claimed_by uuid,
  attempts integer not null default 0,
  last_error text not null default '',
  sent_at timestamptz,
  given_up_at timestamptz
);
create index mail_newest on mail (created_at desc);
create index mail_recipient on mail (lower(recipient));
