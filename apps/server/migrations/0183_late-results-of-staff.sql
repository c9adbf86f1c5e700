-- Staff see the results that are late until they arrive. `arrived_at`: when the portal noticed that the result had arrived.
alter table late_results add column arrived_at timestamptz;
create index late_results_open on late_results (appointment_id) where arrived_at is null;
