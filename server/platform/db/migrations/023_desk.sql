-- The printed card of a member without e-mail: a code and a PIN that the member has chosen.
create table desk_card (
  member_id uuid primary key references member on delete cascade,
  code_hash bytea not null unique,
  pin_hash text not null,
  -- Wrong PINs in a row; the card is locked after some.
  failed smallint not null default 0,
  created_at timestamptz not null
);

-- One-time codes with which a member who is present lets the desk act.
create table desk_code (
  member_id uuid primary key references member on delete cascade,
  code_hash bytea not null,
  failed smallint not null default 0,
  expires_at timestamptz not null
);
