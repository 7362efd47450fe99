-- How often someone did something lately, shared by all copies of the server. Not worth a write-ahead log: after a
-- crash of the database everybody starts afresh.
create unlogged table rate_limit (
  key text primary key,
  -- The moment at which everything done so far will be forgotten.
  full_at timestamptz not null
);
create index rate_limit_age on rate_limit (full_at);
