-- When the asker withdrew the request; its state is then 'ended'.
alter table val_request add column withdrawn_at timestamptz;
