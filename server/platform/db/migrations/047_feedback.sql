-- How each party of a finished exchange found the other person.
create table order_feedback (
  id uuid primary key default new_id(),
  order_id uuid not null references orders on delete cascade,
  author_id uuid not null references member,
  subject_id uuid not null references member,
  rating smallint not null check (rating between 1 and 5),
  comment text not null check (comment <> ''),
  created_at timestamptz not null,
  -- When both have written, or two weeks after the first: nobody reads the other's words before writing.
  shown_at timestamptz not null,
  -- Hidden or removed by a decision: it is not shown and does not count.
  withheld text check (withheld in ('hidden', 'removed')),
  unique (order_id, author_id),
  check (author_id <> subject_id)
);
create index order_feedback_subject on order_feedback (subject_id, created_at desc);
create index order_feedback_author on order_feedback (author_id);
create index order_feedback_shown on order_feedback (shown_at);
create trigger order_feedback_notify after insert or update or delete or truncate on order_feedback
  for each statement execute function notify_change();

-- The public answer of the listing's owner.
alter table review
  add column reply text check (reply <> ''),
  add column replied_at timestamptz,
  add check ((reply is null) = (replied_at is null));

-- A review counts for its listing; for the listing's seller only after an exchange.
drop trigger review_rate on review;
drop trigger review_withhold on review;
drop trigger review_unrate on review;
drop trigger listing_unrate on listing;
drop function rate_new_review();
drop function rate_withheld_review();
drop function unrate_deleted_review();
drop function unrate_deleted_listing();
drop function add_rating(uuid, integer, integer);

create function add_rating(rated review, times integer) returns void language plpgsql as $$
declare
  seller uuid;
begin
  update listing set rating_sum = rating_sum + times * rated.rating, rating_count = rating_count + times
  where id = rated.listing_id returning seller_id into seller;
  if rated.verified_exchange then
    update member set rating_sum = rating_sum + times * rated.rating, rating_count = rating_count + times where id = seller;
  end if;
end
$$;
create function rate_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.withheld is null then
    perform add_rating(old, -1);
  end if;
  if tg_op <> 'DELETE' and new.withheld is null then
    perform add_rating(new, 1);
  end if;
  return null;
end
$$;
create trigger review_rate after insert or delete or update of withheld, verified_exchange on review
  for each row execute function rate_review();

-- Deleting a listing deletes its reviews when the listing no longer exists, so the seller's rating is corrected before.
create function unrate_listing() returns trigger language plpgsql as $$
begin
  update member m set rating_sum = m.rating_sum - r.stars, rating_count = m.rating_count - r.reviews
  from (
    select coalesce(sum(rating), 0) as stars, count(*) as reviews from review
    where listing_id = old.id and verified_exchange and withheld is null
  ) as r
  where m.id = old.seller_id and r.reviews > 0;
  return old;
end
$$;
create trigger listing_unrate before delete on listing for each row execute function unrate_listing();

update member m set rating_sum = counted.stars, rating_count = counted.reviews
from (
  select rated.id, coalesce(sum(r.rating), 0) as stars, count(r.id) as reviews
  from member rated
  left join (listing l join review r on r.listing_id = l.id and r.verified_exchange and r.withheld is null)
    on l.seller_id = rated.id
  where rated.rating_count > 0
  group by rated.id
) as counted
where m.id = counted.id and m.rating_count <> counted.reviews;
