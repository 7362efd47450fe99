-- A gift can be taken back for an hour after it has arrived.
alter table treasury_gift add column paid_at timestamptz;
update treasury_gift set paid_at = coalesce(approved_at, created_at) where state = 'paid';
create index treasury_gift_paid on treasury_gift (paid_at) where state = 'paid';
