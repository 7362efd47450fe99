-- For the figures of the dashboard: what happened lately, and requests that nobody has answered.
create index orders_created on orders (created_at) include (buyer_id, seller_id);
create index orders_unanswered on orders (created_at)
  where paid_at is null and delivered_at is null and concluded_at is null and cancelled_at is null;

-- The figures of a large association, which take long to count, as a job counted them last.
create table dashboard_figures (
  only_one boolean primary key default true check (only_one),
  figures jsonb not null,
  counted_at timestamptz not null
);
