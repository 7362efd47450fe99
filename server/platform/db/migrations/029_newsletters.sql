-- What an admin writes to subscribers or to all members.
create table newsletter (
  id uuid primary key default new_id(),
  subject text not null check (subject <> ''),
  text text not null check (text <> ''),
  audience text not null check (audience in ('subscribers', 'members')),
  -- Whether each mail ends with new listings near its recipient.
  nearby boolean not null,
  state text not null default 'draft' check (state in ('draft', 'sending', 'sent')),
  created_by uuid not null references member,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- New listings are those published after this moment.
  listings_since timestamptz,
  -- Recipients are taken in order of id: the mails of those up to this one are in the outbox.
  queued_to uuid not null default '00000000-0000-0000-0000-000000000000',
  queued_all boolean not null default false,
  sent integer not null default 0 check (sent >= 0),
  failed integer not null default 0 check (failed >= 0),
  check ((state = 'draft') = (started_at is null))
);
create index newsletter_sending on newsletter (id) where state = 'sending';

-- Added with the mail in one transaction, so that nobody is written to twice. Deleted some time after the sending.
create table newsletter_recipient (
  newsletter_id uuid not null references newsletter on delete cascade,
  -- A member or a subscriber, as the audience says.
  recipient_id uuid not null,
  mail_id bigint not null unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  primary key (newsletter_id, recipient_id)
);
create index newsletter_recipient_queued on newsletter_recipient (newsletter_id) where state = 'queued';
create index newsletter_recipient_person on newsletter_recipient (recipient_id);

-- Addresses that mail servers have refused for good: newsletters leave them out.
create table mail_failure (
  address_key text primary key,
  reason text not null,
  failed_at timestamptz not null
);
create index mail_failure_age on mail_failure (failed_at);

-- Listings published since the last newsletter.
create index listing_published on listing (published_at desc) where shown;
