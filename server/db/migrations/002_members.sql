create table member (
  id uuid primary key default new_id(),
  username text not null check (username <> ''),
  email text not null check (email <> ''),
  -- The same without case and in one Unicode form: what makes two of them the same.
  username_key text not null unique,
  email_key text not null unique,
  password_hash text not null,
  -- Raised to make every token given out so far worthless.
  token_epoch integer not null default 1,
  name text not null default '',
  surname text not null default '',
  gender text check (gender in ('M', 'F')),
  birthday date,
  birthplace text not null default '',
  cf text not null default '' check (length(cf) <= 16),
  phone text not null default '',
  zip_code text not null default '',
  city text not null default '',
  referer text[] not null default '{}' check (cardinality(referer) <= 5),
  partita_iva text not null default '',
  verified boolean not null default false,
  is_seller boolean not null default false,
  is_admin boolean not null default false,
  has_ad boolean not null default false,
  -- The wallet: its address, and its key sealed with a secret that is not in the database.
  account text unique,
  account_key bytea,
  seller_name text not null default '',
  seller_logo text not null default '',
  seller_description text not null default '' check (length(seller_description) <= 1500),
  seller_link text not null default '',
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  rating real not null generated always as
    (case when rating_count = 0 then 0 else round(rating_sum::numeric / rating_count, 2)::real end) stored,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((account is null) = (account_key is null))
);
create index member_directory on member (created_at desc, id desc)
  where is_seller and verified and deleted_at is null and seller_logo <> '' and seller_description <> '';
create index member_newest on member (created_at desc, id desc) where deleted_at is null;
create index member_unverified on member (created_at) where not verified and deleted_at is null;
create index member_admins on member (id) where is_admin and deleted_at is null;

-- Links sent by mail: only the hash of what they carry is kept, and each works once.
create table mail_link (
  hash bytea primary key,
  member_id uuid not null references member on delete cascade,
  purpose text not null check (purpose in ('verification', 'recovery')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_link_member on mail_link (member_id, purpose);
create index mail_link_expiry on mail_link (expires_at);

create table newsletter_subscriber (
  id uuid primary key default new_id(),
  name text not null,
  email text not null,
  email_key text not null unique,
  confirm_hash bytea not null,
  -- Kept as it is, since every mail carries it, and good for nothing but leaving.
  leave_code text not null unique,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create index newsletter_unconfirmed on newsletter_subscriber (created_at) where verified_at is null;

-- Who agreed to what, in which wording, and when: written once, never touched.
create table consent (
  id bigint generated always as identity primary key,
  subject text not null,
  purpose text not null,
  text_version text not null,
  event text not null check (event in ('asked', 'confirmed', 'withdrawn')),
  at timestamptz not null default now()
);
create index consent_subject on consent (subject, purpose, at);
create trigger consent_is_kept before update or delete or truncate on consent
  for each statement execute function refuse_change();

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'
);
create index audit_subject on audit (subject, at desc);
create trigger audit_is_kept before update or delete or truncate on audit
  for each statement execute function refuse_change();
