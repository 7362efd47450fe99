-- The number of the last event of each member. Updating it locks the row until the commit, so that the events of a member
-- become visible in the order of their numbers.
create table stream_cursor (
  member_id uuid primary key references member,
  last bigint not null
);

-- What is sent to the open pages of a member (GET /api/stream). Kept for a while, so that a page that lost its connection
-- receives what it missed.
create table stream_event (
  member_id uuid not null references member,
  id bigint not null,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, id)
);
create index stream_event_age on stream_event (created_at);

-- Streams of ended sessions are closed.
create function notify_ended_session() returns trigger
language plpgsql as $$
begin
  perform pg_notify('piazza_stream', 'session ' || new.session);
  return null;
end
$$;
create trigger ended_session_stream after insert on ended_session
  for each row execute function notify_ended_session();

create function notify_ended_sessions() returns trigger
language plpgsql as $$
begin
  perform pg_notify('piazza_stream', 'member ' || new.id);
  return null;
end
$$;
create trigger member_stream after update of token_epoch, deleted_at, suspended_at on member
  for each row when (old.token_epoch <> new.token_epoch or old.deleted_at is distinct from new.deleted_at
    or old.suspended_at is distinct from new.suspended_at)
  execute function notify_ended_sessions();
