-- A request is a proposal until the other party accepts its terms. total_price_val and total_price_euro are the terms.
alter table orders
  add terms_by uuid references member,
  add terms_at timestamptz,
  -- From here on the request holds the stock of its items, until it ends.
  add agreed_at timestamptz,
  -- The first act of the owner: a yes, another proposal, a no, or a message.
  add answered_at timestamptz,
  add handed_over_at timestamptz,
  add expired_at timestamptz,
  -- Since when the party whose turn it is has been awaited, and how many reminders were sent since then.
  add turn_at timestamptz,
  add reminders smallint not null default 0,
  -- "Qualcosa non va": null by means that the server opened it after a deadline.
  add problem_at timestamptz,
  add problem_by uuid references member,
  add problem_text text not null default '',
  -- How the association settled the last problem.
  add settled_at timestamptz,
  add settled_outcome text check (settled_outcome in ('return', 'keep', 'close')),
  add settled_reason text not null default '',
  add ring_id uuid references ring on delete set null,
  -- The requester was told that somebody else got the listing, and is told when it comes back.
  add told_gone boolean not null default false;

update orders o set ring_id = p.ring_id from ring_part p where p.order_id = o.id;
-- Requests used to take the stock when they were sent, so those that are open count as agreed. Proposals took none: their
-- owner can still accept.
update orders set terms_by = buyer_id, terms_at = created_at, turn_at = now(),
  agreed_at = case when cancelled_at is null and (kind <> 'propongo' or concluded_at is not null) then created_at end,
  answered_at = case when kind = 'avviso' then created_at
    else coalesce(least(paid_at, delivered_at, concluded_at, case when cancelled_by = seller_id then cancelled_at end),
      (select min(m.created_at) from message m join thread t on t.id = m.thread_id
        where t.order_id = orders.id and m.sender_id = orders.seller_id)) end;

alter table orders
  alter terms_by set not null,
  alter terms_at set not null,
  alter turn_at set not null,
  add state text not null generated always as (case
    when cancelled_at is not null then 'closed'
    when expired_at is not null then 'expired'
    when concluded_at is not null then 'concluded'
    when delivered_at is not null then 'delivered'
    when paid_at is not null then 'paid'
    when agreed_at is not null then 'agreed'
    else 'sent' end) stored,
  add check (terms_by in (buyer_id, seller_id)),
  add check (agreed_at is not null or (paid_at is null and delivered_at is null and handed_over_at is null)),
  add check (expired_at is null or (paid_at is null and delivered_at is null and concluded_at is null and cancelled_at is null)),
  add check ((settled_at is null) = (settled_outcome is null));

create index orders_awaited on orders (turn_at)
  where state in ('sent', 'agreed', 'paid') and problem_at is null and kind <> 'avviso';
create index orders_problems on orders (problem_at) where problem_at is not null;
create index orders_ring on orders (ring_id) where ring_id is not null;

-- The association can return the VAL of a request; the payee can object as to any decision.
alter table decision
  drop constraint decision_kind_check,
  add check (kind in ('listing', 'review', 'member', 'message', 'order')),
  drop constraint decision_action_check,
  add check (action in ('none', 'hide', 'remove', 'suspend', 'return'));
