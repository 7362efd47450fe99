-- Gifts that wait for the yes of a second admin ('proposed'), and gifts that are taken back: 'revoking' until the transfer back
-- is stored, 'returning' until it is confirmed, 'revoked' then, or 'paid' again if it is not possible.
alter table treasury_gift
  add column approved_by uuid references member,
  add column approved_at timestamptz,
  add column return_id uuid unique references chain_transaction,
  drop constraint treasury_gift_state_check,
  add constraint treasury_gift_state_check
    check (state in ('proposed', 'waiting', 'sent', 'paid', 'failed', 'revoking', 'returning', 'revoked')),
  add check (state <> 'returning' or return_id is not null);
create index treasury_gift_returning on treasury_gift (state, position) where state in ('revoking', 'returning');
-- What an admin has given within a day.
create index treasury_gift_given on treasury_gift (given_by, created_at);

alter table gift_import
  add column state text not null default 'given' check (state in ('proposed', 'given', 'revoked')),
  add column approved_at timestamptz;
