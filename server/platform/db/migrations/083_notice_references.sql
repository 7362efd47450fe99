-- Texts of notices refer to what they quote of others (talk/references): names that are stored as text become references.
create function pg_temp.reference(kind text, id uuid) returns text language sql immutable as $$
  select chr(2) || kind || ' ' || id || chr(3)
$$;
-- The name begins the text of what the other party of a request, or of a conversation, has done.
update notice n set text = pg_temp.reference('name', other.id) || substr(n.text, length(other.shown_name) + 1)
from orders o, member other
where n.link = '/order/' || o.id and other.id in (o.buyer_id, o.seller_id) and other.id <> n.member_id
  and other.deleted_at is null and starts_with(n.text, other.shown_name || ' ');
update notice n set text = pg_temp.reference('name', other.id) || substr(n.text, length(other.shown_name) + 1)
from thread t, member other
where n.key = 'thread:' || t.id and other.id in (t.asker_id, t.owner_id) and other.id <> n.member_id
  and other.deleted_at is null and starts_with(n.text, other.shown_name || ' ');
update notice n set text = pg_temp.reference('name', r.member_id) || substr(n.text, length(writer.shown_name) + 1)
from review r join member writer on writer.id = r.member_id
where n.kind = 'review' and n.link = '/product/' || r.listing_id || '#recensioni'
  and starts_with(n.text, writer.shown_name || ' ');
-- Nobody can tell any more whose name and words these quote.
delete from notice n using orders o, member other
where n.link = '/order/' || o.id and other.id in (o.buyer_id, o.seller_id) and other.id <> n.member_id
  and other.deleted_at is not null;
-- The notes of VAL stay in the wallet, until their author erases them.
update notice set text = regexp_replace(text, ' per «.*»', '') where kind in ('payment', 'ask') and text like '% per «%»%';
update notice n set text = pg_temp.reference('person', m.id) || substr(n.text, strpos(n.text, ' ti chiede '))
from member m
where n.kind = 'ask' and m.username = coalesce(substring(n.text from '\(([^()]*)\) ti chiede '), substring(n.text from '^(.*) ti chiede '));
update notice n set text = pg_temp.reference('name', m.id) || substr(n.text, strpos(n.text, ' ti ha mandato '))
from (select shown_name, min(id::text)::uuid as id from member where deleted_at is null group by shown_name having count(*) = 1) m
where n.kind = 'payment' and m.shown_name = substring(n.text from '^(.*) ti ha mandato ');
