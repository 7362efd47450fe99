-- Messages between two members: one thread for each request, and one for each listing and asker.
create table thread (
  id uuid primary key default new_id(),
  order_id uuid unique references orders on delete cascade,
  -- Null for the thread of a request, and once the listing has been deleted.
  listing_id uuid references listing on delete set null,
  title text not null,
  asker_id uuid not null references member,
  owner_id uuid not null references member,
  created_at timestamptz not null,
  messages integer not null default 0,
  last_at timestamptz,
  asker_unread integer not null default 0,
  owner_unread integer not null default 0,
  check (asker_id <> owner_id)
);
create unique index thread_listing on thread (listing_id, asker_id) where order_id is null;
create index thread_asker on thread (asker_id, last_at desc) where last_at is not null;
create index thread_owner on thread (owner_id, last_at desc) where last_at is not null;
create index thread_asker_unread on thread (asker_id) where asker_unread > 0;
create index thread_owner_unread on thread (owner_id) where owner_unread > 0;
create index thread_age on thread (coalesce(last_at, created_at));

create table message (
  id uuid primary key default new_id(),
  thread_id uuid not null references thread on delete cascade,
  -- `thread.messages` when it was added; grows by one.
  number integer not null,
  sender_id uuid not null references member,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  -- Hidden or removed by a decision after a report.
  withheld boolean not null default false,
  -- The idempotency key of the request: the same key never stores a second message.
  key text,
  unique (thread_id, number)
);
create unique index message_key on message (thread_id, sender_id, key) where key is not null;
create index message_sender on message (sender_id);
