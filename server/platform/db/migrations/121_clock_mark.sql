-- What the clock of the database has surely reached (server/platform/retention/store.ts): it moves ahead little by little, never back.
alter table retention rename column up_to to clock_up_to;
