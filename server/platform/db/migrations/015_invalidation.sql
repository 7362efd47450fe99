-- Notifies all instances of the server, once per transaction at its commit, that public data has changed: they clear their
-- response caches.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('piazza_change', '');
  return null;
end
$$;

create trigger listing_notify after insert or update or delete or truncate on listing
  for each statement execute function notify_change();
create trigger review_notify after insert or update or delete or truncate on review
  for each statement execute function notify_change();
create trigger category_notify after insert or update or delete or truncate on category
  for each statement execute function notify_change();
-- Only the columns that are public.
create trigger member_notify_update after update of
  username, verified, is_seller, seller_name, seller_logo, seller_description, seller_link, rating_sum, rating_count, suspended_at, deleted_at
  on member for each statement execute function notify_change();
create trigger member_notify_delete after delete or truncate on member for each statement execute function notify_change();
