-- SMS and WhatsApp messages about notifications: confirmed mobile numbers, cost limits, and the reports of the message gateway.

alter table notification_choices
  drop constraint if exists notification_choices_channels_check,
  add constraint notification_choices_channels_check
    check (channels <@ array['email', 'push', 'sms', 'whatsapp']) not valid;
alter table notification_choices validate constraint notification_choices_channels_check;
alter table notification_settings
  drop constraint if exists notification_settings_channel_order_check,
  add constraint notification_settings_channel_order_check
    check (channel_order <@ array['email', 'push', 'sms', 'whatsapp']) not valid;
alter table notification_settings validate constraint notification_settings_channel_order_check;

alter table notification_messages
  -- The name under which the gateway knows the message. Push messages have none.
  add column reference uuid,
  -- When the message was counted towards the cost limits. It is counted once, however often it is sent again.
  add column counted_at timestamptz,
  -- Why the message was not delivered.
  add column failure text,
  add column delivered_at timestamptz,
  add column read_at timestamptz;
alter table notification_messages
  drop constraint if exists notification_messages_channel_check,
  add constraint notification_messages_channel_check check (channel in ('push', 'sms', 'whatsapp')) not valid,
  add constraint notification_messages_reference_check check ((channel = 'push') = (reference is null)) not valid,
  add constraint notification_messages_failure_check
    check (failure in ('limit', 'rejected', 'unreachable', 'reported')) not valid;
alter table notification_messages validate constraint notification_messages_channel_check;
alter table notification_messages validate constraint notification_messages_reference_check;
alter table notification_messages validate constraint notification_messages_failure_check;
create unique index notification_messages_reference on notification_messages (reference) where reference is not null;

-- The mobile number that a person confirms for text messages. It counts only while it is the phone of the person's profile.
create table notification_phones (
  person_id int primary key references people,
  phone text not null,
  -- The keyed hash of the code that was sent to the number; null if no code can be typed.
  code_hash bytea,
  code_expires_at timestamptz,
  code_attempts int not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  check ((code_hash is null) = (code_expires_at is null)),
  check (confirmed_at is null or code_hash is null)
);

-- Returns the mobile number at which a person gets text messages; null if none is confirmed.
create function confirmed_phone(person int) returns text language sql stable
as $$
  select c.phone from notification_phones c join people p on p.id = c.person_id
  where c.person_id = person and c.confirmed_at is not null and p.phone = c.phone
$$;

-- How many text messages were sent in a period: by the installation in a day or a month, and to one person in a day.
create table text_message_counts (
  period text not null check (period in ('day', 'month', 'person_day')),
  starts_on date not null,
  -- Only for `person_day`.
  person_id int references people,
  count int not null,
  check ((period = 'person_day') = (person_id is not null)),
  unique nulls not distinct (period, starts_on, person_id)
);
create index text_message_counts_person on text_message_counts (person_id) where person_id is not null;

-- The signatures of reports that were taken, so that a captured report is not taken again.
create table text_message_reports (
  signature bytea primary key,
  received_at timestamptz not null
);
create index text_message_reports_received on text_message_reports (received_at);

grant select, insert, update, delete on notification_phones, text_message_counts, text_message_reports to portal_app;
