-- An admin reads the audit log from a day backwards (server/association/audit/store.ts).
create index audit_at on audit (at);
