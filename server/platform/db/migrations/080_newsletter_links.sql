-- Links of earlier confirmation mails, which stay valid until one of them is used.
alter table newsletter_subscriber add column earlier_hashes bytea[] not null default '{}';
