-- Says that something public changed, once for each transaction, when it commits: every copy of the server listens and
-- forgets the answers it has kept.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('piazza_change', '');
  return null;
end
$$;

create trigger listing_told after insert or update or delete or truncate on listing
  for each statement execute function tell_change();
create trigger review_told after insert or update or delete or truncate on review
  for each statement execute function tell_change();
create trigger category_told after insert or update or delete or truncate on category
  for each statement execute function tell_change();
-- What everyone sees of a member.
create trigger member_told after update of
  username, verified, is_seller, seller_name, seller_logo, seller_description, seller_link, rating_sum, rating_count, deleted_at
  on member for each statement execute function tell_change();
create trigger member_gone_told after delete or truncate on member for each statement execute function tell_change();
