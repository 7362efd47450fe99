-- Counts that follow the rows. One trigger per statement, whose changes are applied in one fixed order,
-- so that two members who publish at once wait for each other instead of deadlocking.
create function tally(changes listing_tally[]) returns void
language sql as $$
  insert into listing_tally as t (section, category, shown)
  select c.section, c.category, sum(c.shown)
  from unnest(changes) as c
  group by c.section, c.category
  having sum(c.shown) <> 0
  order by c.section, c.category
  on conflict (section, category) do update set shown = t.shown + excluded.shown
$$;

-- The four counts that one shown listing takes part in.
create function tally_rows(section text, category text, change bigint) returns setof listing_tally
language sql immutable as $$
  values ('', '', change), (section, '', change), ('', category, change), (section, category, change)
$$;

create function tally_inserted() returns trigger language plpgsql as $$
begin
  perform tally(array(
    select t from added as l, tally_rows(l.section, l.category, 1) as t where l.shown));
  return null;
end
$$;
create function tally_deleted() returns trigger language plpgsql as $$
begin
  perform tally(array(
    select t from gone as l, tally_rows(l.section, l.category, -1) as t where l.shown));
  return null;
end
$$;
create function tally_updated() returns trigger language plpgsql as $$
begin
  perform tally(array(
    select t from gone as l, tally_rows(l.section, l.category, -1) as t where l.shown
    union all
    select t from added as l, tally_rows(l.section, l.category, 1) as t where l.shown));
  return null;
end
$$;
create trigger listing_tally_insert after insert on listing
  referencing new table as added for each statement execute function tally_inserted();
create trigger listing_tally_delete after delete on listing
  referencing old table as gone for each statement execute function tally_deleted();
create trigger listing_tally_update after update on listing
  referencing old table as gone new table as added for each statement execute function tally_updated();

-- A review counts for its listing and for the seller of that listing.
create function rate_listing(reviewed uuid, given integer, reviews integer) returns void language plpgsql as $$
declare
  seller uuid;
begin
  update listing set rating_sum = rating_sum + given, rating_count = rating_count + reviews
  where id = reviewed returning seller_id into seller;
  update member set rating_sum = rating_sum + given, rating_count = rating_count + reviews where id = seller;
end
$$;
create function review_added() returns trigger language plpgsql as $$
begin
  perform rate_listing(new.listing_id, new.rating, 1);
  return null;
end
$$;
create function review_removed() returns trigger language plpgsql as $$
begin
  perform rate_listing(old.listing_id, -old.rating, -1);
  return null;
end
$$;
create trigger review_counts after insert on review for each row execute function review_added();
create trigger review_uncounts after delete on review for each row execute function review_removed();

-- When a listing goes, its reviews go with it and can no longer find it: take them off the seller here.
create function listing_unrated() returns trigger language plpgsql as $$
begin
  update member set rating_sum = rating_sum - old.rating_sum, rating_count = rating_count - old.rating_count
  where id = old.seller_id and old.rating_count > 0;
  return null;
end
$$;
create trigger listing_takes_its_ratings after delete on listing for each row execute function listing_unrated();
