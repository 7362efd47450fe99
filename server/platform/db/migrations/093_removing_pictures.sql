-- Files of this picture are being deleted: it can no longer be used.
alter table upload add column removing boolean not null default false;
