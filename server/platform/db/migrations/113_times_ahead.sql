-- What a clock that was ahead has stored is looked for every minute (server/platform/jobs/future-times-store.ts): these tables have
-- no index of these columns, and can be large. A BRIN index is a few pages, and says that no block has a time in the future.
create index orders_delivered_ahead on orders using brin (delivered_at);
create index payment_ahead on payment using brin (created_at);
create index chain_transaction_ahead on chain_transaction using brin (created_at);
create index member_credentials_ahead on member using brin (credentials_changed_at);
create index mail_expiry_ahead on mail using brin (expires_at);
