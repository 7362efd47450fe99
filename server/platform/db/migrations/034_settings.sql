-- The association's settings, by version; the first version comes from the environment (server/settings.ts).
create table settings (
  version integer primary key check (version > 1),
  content jsonb not null,
  written_by uuid not null references member,
  created_at timestamptz not null
);
create trigger settings_append_only before update or delete or truncate on settings
  for each statement execute function refuse_change();

-- Every instance of the server reads the settings again, then clears its response cache.
create function notify_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('piazza_change', 'settings');
  return null;
end
$$;
create trigger settings_notify after insert on settings for each statement execute function notify_settings();
