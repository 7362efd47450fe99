create table member (
  id uuid primary key default new_id(),
  username text not null check (username <> ''),
  email text not null check (email <> ''),
  -- In lower case and Unicode normal form, for comparison.
  username_key text not null unique,
  email_key text not null unique,
  -- Names that look alike in capitals have the same skeleton. Names are in the Latin script (domain/members.schema.ts), so of
  -- Unicode's confusables (UTS 39) only these remain: 0 and O, 1 and I, eth and d with stroke, kra and K, caron and
  -- breve, double acute and diaeresis, the two apostrophes.
  username_skeleton text not null unique generated always as
    (translate(username_key, '01ðĸěőű’', 'oiđkĕöü''')) stored,
  -- A new address that counts once the link sent to it is opened.
  pending_email text,
  password_hash text not null,
  -- Incremented to invalidate all tokens issued so far.
  token_epoch integer not null default 1,
  -- The last change of password or e-mail; the wallet's key and the deletion of the account are held back after it.
  credentials_changed_at timestamptz,
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
  role text not null default 'member' check (role in ('member', 'moderator', 'desk', 'admin')),
  is_admin boolean not null generated always as (role = 'admin') stored,
  -- A suspended member may read, export and leave; without suspended_until there is no end.
  suspended_at timestamptz,
  suspended_until timestamptz,
  suspension_reason text not null default '',
  has_ad boolean not null default false,
  -- Seeded for trying out, with a published password: production does not start while there are any.
  demo boolean not null default false,
  -- The wallet: its address, and its private key, encrypted with a secret that is not in the database.
  account text unique,
  account_key bytea,
  seller_name text not null default '',
  seller_logo text not null default '',
  seller_description text not null default '' check (length(seller_description) <= 1500),
  seller_link text not null default '',
  -- For the searches of admins.
  names text not null generated always as
    (username_key || ' ' || lower(name || ' ' || surname || ' ' || seller_name)) stored,
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  rating real not null generated always as
    (case when rating_count = 0 then 0 else round(rating_sum::numeric / rating_count, 2)::real end) stored,
  -- When the welcome VAL were given, or held back for an admin to decide.
  welcomed_at timestamptz,
  welcome_held_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (suspended_at is not null or (suspended_until is null and suspension_reason = '')),
  check ((account is null) = (account_key is null))
);
create index member_directory on member (created_at desc, id desc)
  where is_seller and verified and deleted_at is null and seller_logo <> '' and seller_description <> '';
create index member_best on member (rating desc, rating_count desc, id)
  where is_seller and verified and deleted_at is null and rating_count > 0;
create index member_names on member using gin (names gin_trgm_ops, email_key gin_trgm_ops) where deleted_at is null;
create index member_newest on member (created_at desc, id desc) where deleted_at is null;
create index member_mailable on member (id) where verified and deleted_at is null and suspended_at is null;
create index member_unverified on member (created_at) where not verified and deleted_at is null;
create index member_deleted_wallets on member (id) where deleted_at is not null and account_key is not null;
create index member_welcomed on member (welcomed_at) where welcomed_at is not null;
create index member_welcome_held on member (welcome_held_at) where welcome_held_at is not null;
create index member_suspended on member (suspended_until) where suspended_until is not null;
create index member_admins on member (id) where is_admin and deleted_at is null;

-- Links sent by mail: only the hash of the code is stored, and each link works once.
create table mail_link (
  hash bytea primary key,
  member_id uuid not null references member on delete cascade,
  purpose text not null check (purpose in ('verification', 'recovery', 'email', 'restore', 'invitation')),
  -- What 'restore' restores: e-mail and password before a change.
  email text,
  email_key text,
  password_hash text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'restore') = (email is not null and email_key is not null and password_hash is not null))
);
create index mail_link_member on mail_link (member_id, purpose);
create index mail_link_email on mail_link (email_key) where email_key is not null;
create index mail_link_expiry on mail_link (expires_at);

-- Networks from which a member has signed in, hashed: there the wrong passwords of others do not count.
create table known_network (
  member_id uuid not null references member on delete cascade,
  network bytea not null,
  seen_at timestamptz not null,
  primary key (member_id, network)
);
create index known_network_network on known_network (network);
create index known_network_age on known_network (seen_at);

-- Sessions that were signed out, until their tokens expire.
create table ended_session (
  session text primary key,
  expires_at timestamptz not null
);
create index ended_session_expiry on ended_session (expires_at);
