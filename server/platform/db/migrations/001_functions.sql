create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- A UUID of version 7: 48 bits of milliseconds, then random bits. Ids sort by creation, which keeps indexes compact, and
-- cannot be guessed.
create function new_id() returns uuid
language sql volatile parallel safe as $$
  select (
    lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(random_hex, 2, 3)
    || substr('89ab', 1 + (ascii(substr(random_hex, 1, 1)) % 4), 1) || substr(random_hex, 5, 3)
    || substr(random_hex, 20, 12)
  )::uuid
  from (select replace(gen_random_uuid()::text, '-', '') as random_hex) as random_bits
$$;

-- Text without accents and case.
create function plain(written text) returns text
language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, written))
$$;

-- A name for lookup: without accents and case, and with one space for everything between letters and digits.
create function name_key(written text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(public.plain(written), '[^a-z0-9]+', ' ', 'g')
$$;

-- Italian words without accents and endings.
create text search configuration italiano (copy = italian);
alter text search configuration italiano
  alter mapping for word, hword, hword_part with unaccent, italian_stem;

-- Words as written, without accents and case: for completion and spelling correction.
create text search configuration parole (copy = simple);
alter text search configuration parole alter mapping for word, hword, hword_part with unaccent, simple;
