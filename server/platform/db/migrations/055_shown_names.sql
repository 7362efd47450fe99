-- The name by which other members see a member; the same rule as shownName in domain/accounts/names.ts. A shop name equal to
-- the username was filled in by an old form, not chosen.
alter table member add shown_name text not null
  generated always as (coalesce(nullif(nullif(seller_name, ''), username), nullif(name, ''), username)) stored;

-- The first name is public now.
drop trigger member_notify_update on member;
create trigger member_notify_update after update of
  username, name, verified, is_seller, seller_name, seller_logo, seller_description, seller_link, rating_sum, rating_count, suspended_at, deleted_at
  on member for each statement execute function notify_change();
