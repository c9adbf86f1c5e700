-- A patient claims an entry of «Quién vio mis datos». The claim is a request about personal data with the entry of the audit log and the
-- person who acted. That person neither answers it nor extends its term.
alter table data_requests drop constraint data_requests_kind_check;
alter table data_requests add constraint data_requests_kind_check
  check (kind in ('access', 'rectification', 'erasure', 'objection', 'portability', 'blocking', 'access_claim'));
-- The audit log may be partitioned, so nothing refers to it by a foreign key. Its rows are never deleted.
alter table data_requests add column audit_event_id bigint;
alter table data_requests add column claimed_person_id int references people;
alter table data_requests add constraint data_requests_claim_of_event
  check ((kind = 'access_claim') = (audit_event_id is not null) and (claimed_person_id is null or audit_event_id is not null));
alter table data_requests add constraint data_requests_answered_by_another
  check (answered_by <> claimed_person_id and extended_by <> claimed_person_id);
create unique index data_requests_open_claim on data_requests (audit_event_id) where state = 'pendiente';
create index data_requests_claims on data_requests (audit_event_id, id desc) where audit_event_id is not null;
create index data_requests_claimed_person on data_requests (claimed_person_id) where claimed_person_id is not null;
