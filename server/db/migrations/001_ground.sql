-- What every table stands on.
create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Ids sort by the moment they were made (48 bits of milliseconds, then chance), which keeps indexes
-- compact, and they cannot be guessed. Laid out as a UUID of version 7.
create function new_id() returns uuid
language sql volatile parallel safe as $$
  select (
    lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(random_hex, 2, 3)
    || substr('89ab', 1 + (ascii(substr(random_hex, 1, 1)) % 4), 1) || substr(random_hex, 5, 3)
    || substr(random_hex, 20, 12)
  )::uuid
  from (select replace(gen_random_uuid()::text, '-', '') as random_hex) as chance
$$;

-- Italian words without their accents and endings.
create text search configuration italiano (copy = italian);
alter text search configuration italiano
  alter mapping for word, hword, hword_part with unaccent, italian_stem;

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end
$$;
