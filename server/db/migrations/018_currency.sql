-- Rounds of evaporation that an admin has announced; dates are Italian.
create table evaporation_round (
  date date primary key,
  announced_by uuid references member,
  announced_at timestamptz not null,
  -- Members are told in batches, by id.
  told_up_to uuid,
  told_at timestamptz,
  -- The transaction that calls it; another one replaces it if it fails.
  transaction_id uuid unique references chain_transaction,
  -- When the sweep over all holders had ended.
  done_at timestamptz
);
create index evaporation_round_open on evaporation_round (date) where done_at is null;
