-- Why welcome VAL are held; null for those held before.
alter table member add column welcome_held_for text check (welcome_held_for in ('desk', 'address', 'network', 'many'));
-- The IPv6 /48 around a network, which some providers assign to one customer; null for IPv4.
alter table known_network add column wide bytea;
alter table welcome_mark drop constraint welcome_mark_kind_check;
alter table welcome_mark add constraint welcome_mark_kind_check check (kind in ('network', 'wide', 'address'));
