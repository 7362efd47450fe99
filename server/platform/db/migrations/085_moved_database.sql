-- The database to which move-database copied this one. With a row here no server starts on it.
create table moved_database (
  only_one boolean primary key default true check (only_one),
  address text not null,
  moved_at timestamptz not null
);
