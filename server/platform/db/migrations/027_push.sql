-- Browsers that a member asked to notify (Web Push), until the session in which it was asked ends.
create table push_subscription (
  endpoint text primary key,
  member_id uuid not null references member,
  session text not null,
  epoch int not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_member on push_subscription (member_id, created_at);
