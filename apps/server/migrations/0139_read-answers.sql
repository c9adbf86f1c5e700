-- Which answers of the clinic a person has read: the list of their requests showed them the answer.
create table read_answers (
  person_id int not null references people,
  -- As `request_kind` of `request_files`: imaging requests are stored among the contacts.
  kind text not null check (kind in ('document', 'budget', 'contact', 'privacy')),
  request_id int not null,
  read_at timestamptz not null,
  primary key (person_id, kind, request_id)
);
grant select, insert, delete on read_answers to portal_app;

-- Answers from before are history.
insert into read_answers (person_id, kind, request_id, read_at)
select q.requester_id, case q.matter when 'documents' then 'document' when 'budgets' then 'budget'
    when 'privacy' then 'privacy' else 'contact' end, q.id, now()
from desk_requests q where q.state = 'respondida';

create index budget_requests_requester on budget_requests (requester_id, created_at desc);
