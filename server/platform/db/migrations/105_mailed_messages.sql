-- Of a conversation's notice: how many of the thread's messages there were when it was mailed. Who answers the mail has read those.
alter table notice add column mailed_messages integer;
