create table review (
  id uuid primary key default new_id(),
  listing_id uuid not null references listing on delete cascade,
  member_id uuid not null references member,
  name text not null,
  rating smallint not null check (rating between 1 and 5),
  comment text not null check (comment <> ''),
  verified_exchange boolean not null default false,
  created_at timestamptz not null default now(),
  unique (listing_id, member_id)
);
create index review_member on review (member_id);

-- A review counts for its listing and for the listing's seller.
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

-- The reviews of a deleted listing are deleted when the listing is already gone, so the seller's rating is corrected here.
create function listing_unrated() returns trigger language plpgsql as $$
begin
  update member set rating_sum = rating_sum - old.rating_sum, rating_count = rating_count - old.rating_count
  where id = old.seller_id and old.rating_count > 0;
  return null;
end
$$;
create trigger listing_takes_its_ratings after delete on listing for each row execute function listing_unrated();
