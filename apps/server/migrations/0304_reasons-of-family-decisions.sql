-- Why staff decided a request in place of the invited person, and which document they saw. Null for decisions of the invited person.
alter table family_requests add column decision_reason text, add column decision_evidence text,
  add constraint family_requests_decision check ((decision_reason is null) = (decision_evidence is null));
