-- Members from a file that have not accepted yet. A job mails the invitations.
create table member_invitation (
  member_id uuid primary key references member on delete cascade,
  created_at timestamptz not null,
  mailed_at timestamptz
);
create index member_invitation_waiting on member_invitation (member_id) where mailed_at is null;

-- When sessions began, so that members and admins see them. Whether a token is valid does not depend on it.
create table member_session (
  session text primary key,
  member_id uuid not null references member on delete cascade,
  epoch integer not null,
  began_at timestamptz not null,
  expires_at timestamptz not null
);
create index member_session_member on member_session (member_id, began_at);
create index member_session_expiry on member_session (expires_at);

create index audit_actor on audit (actor, id desc) where actor is not null;
