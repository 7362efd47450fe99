-- When each scheduled job was last added, by the clock of the database: the start of the period in which it was.
create table job_schedule (
  name text primary key,
  slot timestamptz not null
);
-- A new database has no queue yet.
do $$
begin
  if to_regclass('graphile_worker._private_known_crontabs') is not null then
    insert into job_schedule (name, slot)
    select identifier, least(last_execution, now()) from graphile_worker._private_known_crontabs
    where last_execution is not null;
  end if;
end
$$;

-- Up to when data past its retention period has been deleted.
create table retention (
  only_row boolean primary key default true check (only_row),
  up_to timestamptz not null
);
insert into retention (up_to) values (now());
