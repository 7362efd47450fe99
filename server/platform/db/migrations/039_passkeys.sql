-- Passkeys (WebAuthn credentials) of members.
create table passkey (
  id uuid primary key default new_id(),
  member_id uuid not null references member on delete cascade,
  credential_id text not null unique,
  -- In COSE.
  public_key bytea not null check (length(public_key) <= 1024),
  -- As the device last told; it stays 0 on those that do not count.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_member on passkey (member_id, created_at);

-- What a passkey is asked to sign: each challenge works once, for one member and one purpose.
create table passkey_challenge (
  hash bytea primary key,
  purpose text not null,
  -- Null before the sign-in, when nobody is known yet.
  member_id uuid references member on delete cascade,
  -- What exactly is confirmed, such as the payee and the amount.
  subject text not null,
  expires_at timestamptz not null,
  check ((purpose = 'signin') = (member_id is null))
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
create index passkey_challenge_member on passkey_challenge (member_id) where member_id is not null;
