-- Rate limits (GCRA), shared by all instances of the server. Unlogged: a crash of the database resets them.
create unlogged table rate_limit (
  key text primary key,
  -- When the full limit is available again; after this the row has no effect.
  full_at timestamptz not null
);
create index rate_limit_age on rate_limit (full_at);
