-- What a notification is about, so that it opens that item; by which channels a person is notified; and the devices with push.

-- The topic by which a person chooses channels. Null in rows that are older than this column.
alter table notifications add column topic text;
-- The request whose answer the notification announces.
alter table notifications add column matter text, add column request_id int;
alter table notifications
  add constraint notifications_topic_check
    check (topic in ('reminders', 'appointments', 'results', 'answers', 'family')) not valid,
  add constraint notifications_request_check check ((matter is null) = (request_id is null)) not valid,
  drop constraint if exists notifications_type_check,
  add constraint notifications_type_check
    check (type in ('family_group', 'exams_procedures', 'appointments', 'personal_data', 'requests')) not valid;
alter table notifications validate constraint notifications_topic_check;
alter table notifications validate constraint notifications_request_check;
alter table notifications validate constraint notifications_type_check;

-- The index holds every column that a page of notifications shows, so that the page is read without the table.
drop index notifications_person;
create index notifications_person on notifications (person_id, created_at desc, id desc)
  include (type, text, request_family_group_id, read_at, patient_id, reserved_group, exam_type, exam_id, id_appointment,
    topic, matter, request_id)
  where active;

-- The channels that a person chose for a topic. No row: the usual channels. `patient_id` is the person, or a child in their care.
create table notification_choices (
  person_id int not null references people,
  patient_id int not null references people,
  topic text not null check (topic in ('reminders', 'appointments', 'results', 'answers', 'family')),
  channels text[] not null check (channels <@ array['email', 'push']),
  updated_at timestamptz not null,
  primary key (person_id, patient_id, topic)
);
create index notification_choices_patient on notification_choices (patient_id);

-- How a person's channels are used. No row: all at once, with the usual quiet hours.
create table notification_settings (
  person_id int primary key references people,
  -- One channel after the other, in this order, while the notification is unread.
  in_turn boolean not null,
  channel_order text[] not null check (channel_order <@ array['email', 'push']),
  -- Hours in America/Santiago in which no device is made to sound. Equal hours: none.
  quiet_from time not null,
  quiet_to time not null,
  updated_at timestamptz not null
);

-- The key pair that identifies this installation to push services (RFC 8292). The private key is sealed.
create table push_keys (
  id boolean primary key default true check (id),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null
);

-- A browser that gets push messages. It belongs to the person who last turned them on there.
create table push_subscriptions (
  id int generated always as identity primary key,
  person_id int not null references people,
  -- The last session of the person in this browser. Its sign-out ends the subscription.
  session_id int not null,
  endpoint text not null unique check (octet_length(endpoint) <= 2000),
  -- The browser's public key and its secret (RFC 8291), in base64url.
  p256dh text not null,
  auth text not null,
  -- The words by which the owner recognises the device.
  device text not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index push_subscriptions_person on push_subscriptions (person_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- The messages that a notification still sends to devices. One for each channel, so that two servers never send it twice.
create table notification_messages (
  id int generated always as identity primary key,
  notification_id int not null references notifications on delete cascade,
  person_id int not null references people,
  channel text not null check (channel in ('push')),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'dropped', 'failed')),
  due_at timestamptz not null,
  attempts int not null default 0,
  -- Goes up with every claim: only the newest claim may store the outcome.
  claim int not null default 0,
  claimed_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (notification_id, channel)
);
create index notification_messages_due on notification_messages (due_at, id) where state in ('waiting', 'sending');
create index notification_messages_person on notification_messages (person_id);
create index notification_messages_created on notification_messages (created_at);

-- A mail that waits for its turn is sent only while its notification is unread.
alter table outbox add column notification_id int references notifications on delete set null;
alter table outbox
  drop constraint if exists outbox_state_check,
  add constraint outbox_state_check
    check (state in ('queued', 'sending', 'sent', 'expired', 'parked', 'withdrawn')) not valid;
alter table outbox validate constraint outbox_state_check;
create index outbox_notification on outbox (notification_id) where notification_id is not null;

grant select, insert, update, delete on notification_choices, notification_settings, push_keys, push_subscriptions,
  notification_messages to portal_app;
