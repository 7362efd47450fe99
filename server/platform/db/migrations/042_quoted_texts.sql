-- The listing whose name the text quotes. While it is withheld, the text is neither shown nor mailed.
alter table notice add column listing_id uuid;
alter table favourite_news add column listing_id uuid;
-- The messages and listings that the text quotes: a mail that was not sent yet is deleted when one of them is withheld.
alter table mail add column quotes uuid[] not null default '{}';
