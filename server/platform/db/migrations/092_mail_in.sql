-- The address to which a member answers the mails about a request or a conversation. The token in it is not stored.
create table reply_address (
  id uuid primary key,
  token_hash bytea not null unique,
  member_id uuid not null references member,
  order_id uuid references orders on delete cascade,
  thread_id uuid references thread on delete cascade,
  created_at timestamptz not null,
  check (num_nonnulls(order_id, thread_id) = 1),
  unique (member_id, order_id),
  unique (member_id, thread_id)
);
create index reply_address_order on reply_address (order_id) where order_id is not null;
create index reply_address_thread on reply_address (thread_id) where thread_id is not null;

-- A new password or e-mail address may mean that somebody else could read the mails: the old addresses end.
create function end_reply_addresses() returns trigger language plpgsql as $$ begin
  delete from reply_address where member_id = new.id;
  return null;
end $$;
create trigger end_reply_addresses after update of email, password_hash, deleted_at on member for each row
  when (new.email <> old.email or new.password_hash <> old.password_hash or new.deleted_at is not null)
  execute function end_reply_addresses();

-- Mails that arrived, stored before they are read.
create table inbound_mail (
  id bigint generated always as identity primary key,
  -- Of the mail as it arrived: the mail server may deliver it again.
  digest bytea not null unique,
  -- Of the envelope; empty if the mail was fetched from a mailbox.
  recipients text[] not null default '{}',
  -- False for reports and automatic replies: they must not be answered.
  has_sender boolean not null default true,
  -- Without attachments. Deleted once the mail has been read.
  content bytea,
  received_at timestamptz not null,
  state text not null default 'new'
    check (state in ('new', 'posted', 'ignored', 'bounce', 'refused', 'unknown', 'asked', 'confirmed')),
  -- Of the sender's address, for `unknown`: nobody is told twice.
  sender_hash bytea,
  -- For `asked`: what the member is to confirm.
  member_id uuid references member,
  order_id uuid references orders on delete cascade,
  thread_id uuid references thread on delete cascade,
  sender text,
  answer text check (answer in ('yes', 'no')),
  text text,
  check (state <> 'asked' or (member_id is not null and num_nonnulls(order_id, thread_id) = 1)),
  check ((state = 'new') = (content is not null))
);
create index inbound_mail_new on inbound_mail (received_at) where state = 'new';
create index inbound_mail_member on inbound_mail (member_id) where member_id is not null;
create index inbound_mail_sender on inbound_mail (sender_hash, received_at) where sender_hash is not null;
create index inbound_mail_age on inbound_mail (received_at);
create index inbound_mail_order on inbound_mail (order_id) where order_id is not null;
create index inbound_mail_thread on inbound_mail (thread_id) where thread_id is not null;

alter table part_status drop constraint part_status_part_check,
  add constraint part_status_part_check
    check (part in ('database', 'chain', 'mail', 'inbox', 'storage', 'jobs', 'disk', 'backup'));
