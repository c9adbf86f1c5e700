-- What the administration's start page counts, found without walking over everything else.
create index appointments_day on appointments (starts_at, id) where state = 'booked';
create index audit_events_refused on audit_events (action, at desc) where outcome = 'refused';
create index document_requests_waiting on document_requests (created_at) where state = 'pendiente';
create index budget_requests_waiting on budget_requests (created_at) where state = 'pendiente';
create index contacts_waiting on contacts (created_at) where state = 'pendiente';
