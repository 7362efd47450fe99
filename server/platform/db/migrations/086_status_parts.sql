-- The status page also checks the free space and the age of the last backup.
alter table part_status drop constraint part_status_part_check;
alter table part_status add constraint part_status_part_check
  check (part in ('database', 'chain', 'mail', 'storage', 'jobs', 'disk', 'backup'));
