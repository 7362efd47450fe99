-- A member who wants no contact with another one. It holds in both directions, and only the one who made it sees it.
create table member_block (
  blocker_id uuid not null references member,
  blocked_id uuid not null references member,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index member_block_blocked on member_block (blocked_id);
