-- The volunteer or admin who registered the member at the desk.
alter table member add column registered_by uuid references member on delete set null;
update member m set registered_by = v.id
from audit a join member v on v.id = a.actor
where a.action = 'desk.register' and a.subject = m.id::text;
create index member_registered_by on member (registered_by, created_at) where registered_by is not null;
