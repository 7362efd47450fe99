-- Rounds of evaporation that an admin has announced; dates are Italian.
create table evaporation_round (
  id uuid primary key default new_id(),
  date date not null,
  announced_by uuid references member,
  announced_at timestamptz not null,
  -- Members are told in batches, by id: of the round, and of its cancellation if they had been told of the round.
  told_up_to uuid,
  told_at timestamptz,
  cancelled_at timestamptz,
  recalled_at timestamptz,
  -- The transaction that calls it, and its hash once the chain has confirmed it. Another one replaces it if it fails.
  transaction_id uuid unique references chain_transaction,
  transaction_hash text unique,
  -- When the sweep over all holders had ended.
  done_at timestamptz
);
create unique index evaporation_round_date on evaporation_round (date) where cancelled_at is null;
create index evaporation_round_open on evaporation_round (date) where done_at is null and recalled_at is null;

-- Every event of the token that moves VAL, in the chain's order, and what is counted from them as they are recorded.
create table token_event (
  position bigint generated always as identity primary key,
  block bigint not null,
  log_index integer not null,
  transaction_hash text not null,
  at timestamptz not null,
  kind text not null check (kind in ('mint', 'transfer', 'evaporation')),
  -- Empty where there is none: VAL are minted for, and evaporate from, an account.
  sender text not null,
  recipient text not null,
  amount bigint not null
);
create index token_event_transaction on token_event (transaction_hash);

create table token_total (
  only_one boolean primary key default true check (only_one),
  events bigint not null default 0,
  issued bigint not null default 0,
  evaporated bigint not null default 0
);
insert into token_total default values;

create table token_balance (
  account text primary key,
  balance bigint not null
);

-- How many accounts hold exactly this much, and the same by bands of similar balances; without the treasury and the zero
-- address. Quantiles are found in a band by its sums, then among the balances of that band.
create table token_balance_count (
  balance bigint primary key,
  band integer not null,
  holders bigint not null
);
create index token_balance_count_band on token_balance_count (band, balance);

create table token_band (
  band integer primary key,
  holders bigint not null,
  held bigint not null
);

-- VAL transferred between accounts other than the treasury, by Italian month (yyyy-MM).
create table token_month (
  month text primary key,
  exchanged bigint not null
);

create table token_round (
  number integer primary key,
  transaction_hash text not null,
  at timestamptz not null,
  evaporated bigint not null,
  -- How many accounts it took something from.
  holders bigint not null
);
