-- Requests are found by their number.
drop index orders_short_id;
