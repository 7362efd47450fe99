-- Agreeing on a request is what reserves a listing: no other reservations are kept.

-- These listings can be part of rings again: the trigger listing_rings_update adds the jobs that look for them.
update listing set reserved = false where reserved;

create or replace function can_ring(l listing) returns boolean
language sql stable parallel safe as $$
  select l.shown and l.section in ('offro', 'dono', 'cerco') and (l.is_service or l.stock > 0)
    and (l.expires_at is null or l.expires_at > now())
$$;
drop trigger listing_rings_update on listing;
create trigger listing_rings_update after update on listing for each row
  when ((old.shown or new.shown) and (ring_print(old) <> ring_print(new)
    or (old.shown, old.stock > 0) is distinct from (new.shown, new.stock > 0)))
  execute function search_rings();

drop table reservation;
alter table listing drop column reserved;

-- No worker takes jobs of an unknown name: they would stay in the queue for ever. A new database has no queue yet.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier in ('pass-reservations', 'end-reservation');
  end if;
end
$$;
