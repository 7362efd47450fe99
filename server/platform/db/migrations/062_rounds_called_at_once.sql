-- Rounds that the command line has called without an announcement: members are told afterwards.
alter table evaporation_round add column called_at_once boolean not null default false;
