-- The start compares the first and the last fingerprint with its own secret, without reading every wallet.
create index member_wallet_fingerprint on member (substring(account_key from 2 for 4)) where account_key is not null;
