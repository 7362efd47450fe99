create table review (
  id uuid primary key default new_id(),
  listing_id uuid not null references listing on delete cascade,
  member_id uuid not null references member,
  name text not null,
  rating smallint not null check (rating between 1 and 5),
  comment text not null check (comment <> ''),
  verified_exchange boolean not null default false,
  -- Hidden or removed by a decision: it is not shown and does not count.
  withheld text check (withheld in ('hidden', 'removed')),
  created_at timestamptz not null default now(),
  unique (listing_id, member_id)
);
create index review_member on review (member_id);

-- A review counts for its listing and for the listing's seller.
create function add_rating(reviewed uuid, added_stars integer, added_reviews integer) returns void language plpgsql as $$
declare
  seller uuid;
begin
  update listing set rating_sum = rating_sum + added_stars, rating_count = rating_count + added_reviews
  where id = reviewed returning seller_id into seller;
  update member set rating_sum = rating_sum + added_stars, rating_count = rating_count + added_reviews where id = seller;
end
$$;
create function rate_new_review() returns trigger language plpgsql as $$
begin
  perform add_rating(new.listing_id, new.rating, 1);
  return null;
end
$$;
create function unrate_deleted_review() returns trigger language plpgsql as $$
begin
  if old.withheld is null then
    perform add_rating(old.listing_id, -old.rating, -1);
  end if;
  return null;
end
$$;
create function rate_withheld_review() returns trigger language plpgsql as $$
begin
  perform case when new.withheld is null then add_rating(new.listing_id, new.rating, 1)
    else add_rating(old.listing_id, -old.rating, -1) end;
  return null;
end
$$;
create trigger review_rate after insert on review for each row execute function rate_new_review();
create trigger review_withhold after update of withheld on review for each row
  when ((old.withheld is null) <> (new.withheld is null)) execute function rate_withheld_review();
create trigger review_unrate after delete on review for each row execute function unrate_deleted_review();

-- Deleting a listing deletes its reviews when the listing no longer exists, so the seller's rating is corrected here.
create function unrate_deleted_listing() returns trigger language plpgsql as $$
begin
  update member set rating_sum = rating_sum - old.rating_sum, rating_count = rating_count - old.rating_count
  where id = old.seller_id and old.rating_count > 0;
  return null;
end
$$;
create trigger listing_unrate after delete on listing for each row execute function unrate_deleted_listing();
