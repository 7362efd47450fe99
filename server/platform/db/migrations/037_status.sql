-- Whether each part that Piazza depends on works, as the last check found it; one instance of the server checks each minute.
create table part_status (
  part text primary key check (part in ('database', 'chain', 'mail', 'storage', 'jobs')),
  checked_at timestamptz not null,
  down_since timestamptz,
  -- When admins were told that it is down.
  alarmed_at timestamptz,
  -- When it was last found to work again.
  back_at timestamptz
);

create table backup (
  id bigint generated always as identity primary key,
  made_at timestamptz not null
);

create index mail_pending on mail (created_at) where sent_at is null and given_up_at is null;
create index mail_given_up on mail (given_up_at desc) where given_up_at is not null;
