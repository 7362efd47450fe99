-- To whom and from where welcome VAL were given: keyed hashes without a link to a person, which outlive the account.
create table welcome_mark (
  -- The same for all marks of one welcome; a random value.
  welcome uuid not null,
  kind text not null check (kind in ('network', 'address')),
  hash bytea not null,
  given_at timestamptz not null,
  primary key (hash, welcome)
);
create index welcome_mark_age on welcome_mark (kind, given_at);
