-- The appointment whose calendar entry is attached to a mail. The entry is written when the mail leaves, so that it is never an
-- earlier version than one that was sent before.
alter table outbox add column appointment_id int;
