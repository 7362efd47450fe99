-- What a clock that was ahead has stored is looked for every minute (server/platform/jobs/future-times-store.ts): these tables have
-- no index of these columns, and can be large. A BRIN index is a few pages, and says that no block has a time in the future.
create index orders_ahead on orders using brin (delivered_at, paid_at, handed_over_at, concluded_at);
create index listing_published_ahead on listing using brin (published_at);
create index thread_ahead on thread using brin (created_at, last_at);
create index upload_ahead on upload using brin (unused_since);
create index newsletter_subscriber_ahead on newsletter_subscriber using brin (created_at);
create index treasury_gift_ahead on treasury_gift using brin (created_at, paid_at);
create index decision_ahead on decision using brin (created_at);
create index payment_ahead on payment using brin (created_at);
create index chain_transaction_ahead on chain_transaction using brin (created_at);
create index member_ahead on member using brin (credentials_changed_at, created_at);
create index mail_expiry_ahead on mail using brin (expires_at);
