-- Every transaction that the server signs, for a member or for the treasury. The signed bytes are stored before they are
-- sent: after a crash the same transaction is sent again, never a second one.
create table chain_transaction (
  id uuid primary key default new_id(),
  position bigint generated always as identity unique,
  -- The idempotency key, e.g. 'welcome:<member id>': the same key never makes a second transaction.
  key text not null unique,
  kind text not null check (kind in ('deploy', 'transfer', 'mint', 'evaporate', 'settle', 'gas')),
  sender text not null,
  -- The member whose wallet sends, and its encrypted key until the transaction is signed; null for the treasury.
  member_id uuid,
  sealed_key bytea,
  recipient text not null default '',
  -- Hundredths of VAL; for 'settle' a number of holders, for 'gas' billionths of ether.
  amount bigint not null default 0 check (amount >= 0 and (kind <> 'transfer' or amount > 0)),
  nonce bigint,
  raw_transaction text,
  transaction_hash text unique,
  state text not null default 'intended' check (state in ('intended', 'signed', 'confirmed', 'failed')),
  failure text not null default '',
  -- The order in which the chain executed them; the same order is used to repeat them on a chain that has lost blocks.
  place bigint unique,
  created_at timestamptz not null default now(),
  signed_at timestamptz,
  settled_at timestamptz,
  -- The timestamp of the block.
  mined_at timestamptz,
  unique (sender, nonce),
  check (state not in ('signed', 'confirmed') or (raw_transaction is not null and transaction_hash is not null)),
  check ((place is null) = (mined_at is null)),
  check (state <> 'confirmed' or place is not null)
);
create index chain_transaction_open on chain_transaction (sender, position) where state in ('intended', 'signed');

-- The token, and the last block whose events are in val_movement.
create table chain_cursor (
  only_one boolean primary key default true check (only_one),
  chain_id bigint not null,
  token text not null,
  block bigint not null,
  -- The VAL were moved from the embedded chain to a node, and the embedded chain must not go on with them.
  is_on_node boolean not null default false
);

-- Movements of each wallet, read from the token's events: one row for each side of a transfer.
create table val_movement (
  position bigint generated always as identity primary key,
  account text not null,
  kind text not null check (kind in ('in', 'out', 'evaporation', 'mint')),
  counterpart text not null default '',
  amount bigint not null,
  -- The wallet's balance afterwards.
  balance bigint not null,
  transaction_hash text not null,
  at timestamptz not null
);
create index val_movement_account on val_movement (account, position desc);
create index val_movement_kind on val_movement (account, kind, position desc);
create index val_movement_transaction on val_movement (transaction_hash);

-- At startup the lowest and the highest fingerprint are read: if both are that of WALLET_SECRET, so are all others.
create index member_wallet_fingerprint on member (substring(account_key from 2 for 4)) where account_key is not null;
