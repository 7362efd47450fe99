-- How many requests the period allows, so that what was used still counts after the limit of a member has grown.
delete from rate_limit;
alter table rate_limit add column times double precision not null;
