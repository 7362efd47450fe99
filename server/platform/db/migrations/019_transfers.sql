-- VAL that a member asks of another.
create table val_request (
  id uuid primary key default new_id(),
  asker_id uuid not null references member,
  asked_id uuid not null references member,
  amount bigint not null check (amount > 0),
  note text not null default '' check (length(note) <= 140),
  state text not null default 'open' check (state in ('open', 'paid', 'declined', 'ended')),
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- The idempotency key: the same key never makes a second request.
  key text,
  check (asker_id <> asked_id)
);
create index val_request_asker on val_request (asker_id, id desc);
create unique index val_request_key on val_request (asker_id, key) where key is not null;
create index val_request_asked on val_request (asked_id, id desc);
create index val_request_open on val_request (ends_at) where state = 'open';

-- VAL that a member sends to another, outside of any order.
create table member_transfer (
  id uuid primary key default new_id(),
  payer_id uuid not null references member,
  payee_id uuid not null references member,
  -- The idempotency key. Null once the payer has been told that the transfer failed: the key can then be used again.
  key text,
  amount bigint not null check (amount > 0),
  note text not null default '' check (length(note) <= 140),
  val_request_id uuid references val_request,
  transaction_id uuid not null unique references chain_transaction,
  created_at timestamptz not null default now(),
  -- When both members were told, or the payer that it failed.
  told_at timestamptz,
  unique (payer_id, key),
  check (payer_id <> payee_id)
);
create index member_transfer_payer on member_transfer (payer_id, created_at desc);
create index member_transfer_payee on member_transfer (payee_id, created_at desc);
create index member_transfer_request on member_transfer (val_request_id, created_at desc) where val_request_id is not null;
