-- What is public about the currency: written at most once a day, never from single movements (domain/val/publication.ts).
-- token_total, token_balance_count, token_band and token_month are no longer read; they stay for servers of the version before
-- that run beside this one.
create table token_publication (
  only_one boolean primary key default true check (only_one),
  -- The last Italian day on which it was checked whether enough has happened.
  checked_on date,
  published_on date,
  -- The last event in the published balances.
  up_to bigint not null default 0,
  holders bigint not null default 0,
  held bigint not null default 0,
  -- In VAL.
  median double precision not null default 0,
  top_tenth double precision not null default 0
);
insert into token_publication default values;

create table token_published_day (
  date date not null,
  kind text not null check (kind in ('issued', 'evaporated', 'exchanged', 'returned')),
  count bigint not null,
  amount bigint not null,
  -- The last event in this row.
  up_to bigint not null,
  primary key (date, kind)
);

-- Means of groups of similar balances, sorted.
create table token_published_balance (
  position integer primary key,
  balance bigint not null,
  holders bigint not null
);

create trigger token_publication_notify after update of published_on on token_publication
  for each statement execute function notify_change();
