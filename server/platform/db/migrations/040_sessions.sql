-- A token is random, and valid while the row with its hash exists. Sessions with the signed tokens of before end here.
delete from member_session;
alter table member_session
  drop column session,
  drop column epoch,
  add column id uuid primary key default new_id(),
  add column token_hash bytea not null unique,
  -- The session of the volunteer of the desk who acts for the member. Looked up at each request: this one ends with it.
  add column volunteer_session uuid;

drop table ended_session;
drop trigger member_stream on member;
drop function notify_ended_session();
drop function notify_ended_sessions();
alter table member drop column token_epoch;

-- Streams of ended sessions and of suspended members are closed.
create function notify_session() returns trigger
language plpgsql as $$
begin
  perform pg_notify('piazza_stream', 'session ' || old.id);
  return null;
end
$$;
create trigger member_session_stream after delete on member_session
  for each row execute function notify_session();

create function notify_suspension() returns trigger
language plpgsql as $$
begin
  perform pg_notify('piazza_stream', 'member ' || new.id);
  return null;
end
$$;
create trigger member_stream after update of suspended_at on member
  for each row when (old.suspended_at is distinct from new.suspended_at)
  execute function notify_suspension();

-- Subscriptions end with their sessions.
delete from push_subscription;
alter table push_subscription drop column epoch;
alter table push_subscription alter column session type uuid using session::uuid;
