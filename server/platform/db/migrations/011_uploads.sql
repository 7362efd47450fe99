-- Uploaded pictures. A picture belongs to a listing, is the member's logo or is in the association's settings; otherwise it
-- is deleted after a day. The row
-- is written before the files are stored, so that no stored file is without one.
create table upload (
  id uuid primary key,
  member_id uuid not null references member,
  url text not null unique,
  format text not null check (format in ('jpeg', 'png')),
  bytes integer not null check (bytes > 0),
  listing_id uuid references listing on delete set null,
  is_logo boolean not null default false,
  -- The association's logo or that of a partner.
  in_settings boolean not null default false,
  -- Shown in an order, which keeps copies of what was ordered.
  in_order boolean not null default false,
  unused_since timestamptz not null default now(),
  check (listing_id is null or not is_logo)
);
create index upload_listing on upload (listing_id) where listing_id is not null;
create index upload_logo on upload (member_id) where is_logo;
create index upload_settings on upload (id) where in_settings;
create index upload_unused on upload (unused_since) where listing_id is null and not is_logo and not in_settings and not in_order;
create index upload_unused_member on upload (member_id) where listing_id is null and not is_logo and not in_settings and not in_order;
