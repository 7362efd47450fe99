-- A ring that all members have accepted goes on until all have received ("done") or one of its requests ends ("ended").
alter table ring
  add agreed_at timestamptz,
  drop constraint ring_state_check,
  drop constraint ring_check;

update ring set agreed_at = closed_at, closed_at = null where state = 'agreed';
update ring r set state = 'ended', closed_at = now() where state = 'agreed' and exists (
  select from ring_part p left join orders o on o.id = p.order_id
  where p.ring_id = r.id and (o.id is null or o.state in ('closed', 'expired')));
update ring_part p set accepted = false from ring r where r.id = p.ring_id and r.state = 'ended' and p.accepted;
-- What is left of them are ordinary requests.
update orders o set ring_id = null from ring r where r.id = o.ring_id and r.state = 'ended';
update ring r set state = 'done',
  closed_at = (select max(o.delivered_at) from ring_part p join orders o on o.id = p.order_id where p.ring_id = r.id)
where state = 'agreed' and not exists (
  select from ring_part p join orders o on o.id = p.order_id where p.ring_id = r.id and o.state <> 'delivered');

alter table ring
  add check (state in ('open', 'agreed', 'done', 'ended')),
  add check ((state in ('open', 'agreed')) = (closed_at is null)),
  add check (agreed_at is not null or state in ('open', 'ended'));

drop index ring_closed;
create index ring_closed on ring (closed_at) where closed_at is not null;
