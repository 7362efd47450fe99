-- Gifts of VAL by admins: one, or many from a file.
create table gift_import (
  id uuid primary key default new_id(),
  given_by uuid not null references member,
  -- The idempotency key, and a digest of the file: the same one again within a few minutes is the same import.
  key text,
  digest text not null,
  gifts integer not null,
  amount bigint not null,
  created_at timestamptz not null,
  unique (given_by, key)
);
create index gift_import_recent on gift_import (created_at desc);

create table treasury_gift (
  id uuid primary key default new_id(),
  position bigint generated always as identity unique,
  given_by uuid not null references member,
  import_id uuid references gift_import,
  member_id uuid not null references member,
  amount bigint not null check (amount > 0),
  note text not null,
  -- The idempotency key of a single gift.
  key text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'paid', 'failed')),
  failure text not null default '',
  transaction_id uuid unique references chain_transaction,
  created_at timestamptz not null,
  unique (given_by, key),
  check (state not in ('sent', 'paid') or transaction_id is not null)
);
create index treasury_gift_open on treasury_gift (state, position) where state in ('waiting', 'sent');
create index treasury_gift_member on treasury_gift (member_id);
create index treasury_gift_import on treasury_gift (import_id) where import_id is not null;
