create table newsletter_subscriber (
  id uuid primary key default new_id(),
  name text not null,
  email text not null,
  email_key text not null unique,
  confirm_hash bytea not null,
  -- Not hashed, because every newsletter contains it; it can only be used to unsubscribe.
  leave_code text not null unique,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create index newsletter_verified on newsletter_subscriber (id) where verified_at is not null;
create index newsletter_unconfirmed on newsletter_subscriber (created_at) where verified_at is null;
