-- A secret may have an end, and an account may be limited to identifier systems and networks. Empty lists limit nothing.
alter table service_accounts
  add column expires_at timestamptz,
  add column identifier_systems text[] not null default '{}',
  add column networks cidr[] not null default '{}';

-- A source belongs to the account that sent it first. Until now the last account that wrote a source was noted: it is the
-- owner of the sources that are there.
create index fhir_sources_account on fhir_sources (account_id);
