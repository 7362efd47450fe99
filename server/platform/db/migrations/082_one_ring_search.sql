-- One waiting search for each listing, however often it changes.
create or replace function search_rings() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform graphile_worker.add_job('find-rings', json_build_object('listingId', changed), flags => array['find-rings'],
    job_key => 'find-rings ' || changed);
  return null;
end
$$;
