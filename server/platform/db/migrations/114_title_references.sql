-- Notices refer to the titles of what was requested, and of what was reviewed (talk/references).
update notice n set text = replace(n.text, titles.text, chr(2) || 'order ' || titles.order_id || chr(3))
from (
  select order_id, case count(*)
      when 1 then min(name)
      when 2 then string_agg(name, ' e ' order by position)
      else (array_agg(name order by position))[1] || ' e altri ' || count(*) - 1 end as text
  from order_item group by order_id) as titles
where n.link = '/order/' || titles.order_id and titles.text <> '';
update notice n set text = replace(n.text, '«' || l.name || '»', '«' || chr(2) || 'listing ' || l.id || chr(3) || '»')
from listing l
where n.kind = 'review' and n.link = '/product/' || l.id || '#recensioni';
