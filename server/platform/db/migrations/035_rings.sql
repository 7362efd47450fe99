-- What a ring depends on: a listing whose print differs has changed.
create function ring_print(l listing) returns text
language sql immutable parallel safe as $$
  select md5(row(l.name, l.description, l.brand, l.category, l.section, l.is_service, l.price_val, l.price_euro, l.city,
    l.municipality)::text)
$$;
-- The same for two listings that were matched; short, because there are millions of matches.
create function match_print(offered listing, wanted listing) returns integer
language sql immutable parallel safe as $$
  select ('x' || left(md5(ring_print(offered) || ring_print(wanted)), 8))::bit(32)::integer
$$;

-- An offer or gift that answers a request: its owner could give it to the owner of the request.
create table ring_edge (
  offer_id uuid not null references listing on delete cascade,
  wanted_id uuid not null references listing on delete cascade,
  giver_id uuid not null references member,
  receiver_id uuid not null references member,
  score real not null,
  -- match_print of both listings when they were matched.
  print integer not null,
  primary key (offer_id, wanted_id)
);
create index ring_edge_wanted on ring_edge (wanted_id);
create index ring_edge_giver on ring_edge (giver_id, receiver_id);
create index ring_edge_receiver on ring_edge (receiver_id);

create table ring (
  id uuid primary key default new_id(),
  state text not null default 'open' check (state in ('open', 'agreed', 'ended')),
  created_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null))
);
create index ring_open on ring (ends_at) where state = 'open';
create index ring_closed on ring (closed_at) where state <> 'open';

-- One for each member: what the member gives, and to whom. Answers are deleted when a ring ends, so that a no has no author.
create table ring_part (
  ring_id uuid not null references ring on delete cascade,
  position smallint not null,
  giver_id uuid not null references member,
  receiver_id uuid not null references member,
  offer_id uuid references listing on delete set null,
  wanted_id uuid references listing on delete set null,
  offer_name text not null,
  wanted_name text not null,
  price_val integer not null,
  price_euro integer not null,
  -- What both listings were when the ring was proposed.
  offer_print text not null,
  wanted_print text not null,
  -- Of the giver.
  accepted boolean not null default false,
  order_id uuid references orders on delete set null,
  primary key (ring_id, position)
);
create index ring_part_giver on ring_part (giver_id);
create index ring_part_offer on ring_part (offer_id);
create index ring_part_wanted on ring_part (wanted_id);
create index ring_part_gone on ring_part (ring_id) where offer_id is null or wanted_id is null;

-- Members who are not proposed to each other for a while; the lower id first.
create table ring_rest (
  one_id uuid not null references member,
  other_id uuid not null references member,
  until timestamptz not null,
  primary key (one_id, other_id),
  check (one_id < other_id)
);
create index ring_rest_until on ring_rest (until);
create index ring_rest_other on ring_rest (other_id);

-- Whether a listing can be part of a ring.
create function can_ring(l listing) returns boolean
language sql stable parallel safe as $$
  select l.shown and not l.reserved and l.section in ('offro', 'dono', 'cerco') and (l.is_service or l.stock > 0)
    and (l.expires_at is null or l.expires_at > now())
$$;

-- Every change of a listing that matters to rings adds a job, in the transaction of the change.
create function search_rings() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform graphile_worker.add_job('find-rings', json_build_object('listingId', changed), flags => array['find-rings']);
  return null;
end
$$;
create trigger listing_rings_insert after insert on listing for each row
  when (new.shown and new.section in ('offro', 'dono', 'cerco')) execute function search_rings();
create trigger listing_rings_update after update on listing for each row
  when ((old.shown or new.shown) and (ring_print(old) <> ring_print(new)
    or (old.shown, old.reserved, old.stock > 0) is distinct from (new.shown, new.reserved, new.stock > 0)))
  execute function search_rings();
create trigger listing_rings_delete after delete on listing for each row
  when (old.shown) execute function search_rings();
