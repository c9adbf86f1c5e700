-- Staff read the latest mails to a patient.
create index outbox_person on outbox (person_id, created_at desc) where person_id is not null;
