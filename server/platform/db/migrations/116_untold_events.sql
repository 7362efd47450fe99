-- A participant of an event is told of its changes some minutes later, of all at once: `told` is what the participant knows
-- while that is not the present, and `on_show` whether the event is still among the listings.
alter table order_item add column told jsonb, add column on_show boolean not null default true;
