-- Rate limits, shared by all copies of the server. Unlogged: after a crash of the database all limits start again.
create unlogged table rate_limit (
  key text primary key,
  -- When everything counted so far is forgotten.
  full_at timestamptz not null
);
create index rate_limit_age on rate_limit (full_at);
