-- Whether the message may make a device sound at any hour, also when it is sent again.
alter table notification_messages add column is_urgent boolean not null default false;
