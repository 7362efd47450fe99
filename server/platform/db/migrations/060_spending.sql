-- The VAL that leave a member's wallet: summed per day, and each confirmed to the member once.
create index chain_transaction_spent on chain_transaction (member_id, created_at) where kind = 'transfer';
alter table chain_transaction add column receipt_at timestamptz;
