-- Notices refer to the titles of what was requested, and of what was reviewed (talk/references). The title is in the text between
-- quotation marks, or at its end: anywhere else the same letters belong to other words, or to the reference of a name.
create function pg_temp.referring(text text, title text, reference text) returns text language sql immutable as $$
  select case when right(text, length(title) + 2) in (': ' || title, '. ' || title)
    then left(text, -length(title)) || reference
    else replace(text, '«' || title || '»', '«' || reference || '»') end
$$;
update notice n set text = pg_temp.referring(n.text, titles.text, chr(2) || 'order ' || titles.order_id || chr(3))
from (
  select order_id, case count(*)
      when 1 then min(name)
      when 2 then string_agg(name, ' e ' order by position)
      else (array_agg(name order by position))[1] || ' e altri ' || count(*) - 1 end as text
  from order_item group by order_id) as titles
where n.link = '/order/' || titles.order_id and titles.text <> '';
update notice n set text = pg_temp.referring(n.text, l.name, chr(2) || 'listing ' || l.id || chr(3))
from listing l
where n.kind = 'review' and n.link = '/product/' || l.id || '#recensioni' and l.name <> '';
