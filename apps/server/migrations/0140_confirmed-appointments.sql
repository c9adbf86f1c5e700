-- When the patient, or a person in charge of them, confirmed that the patient will attend. A move clears it.
alter table appointments add column confirmed_at timestamptz;
