-- one by one
create index concurrently if not exists outbox_later on outbox (created_at, id);
