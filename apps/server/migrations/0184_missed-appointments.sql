-- Staff list the appointments of a day and of a patient also when another system reported them as missed, which cancels them.
create index appointments_missed_day on appointments (starts_at, id) where state = 'cancelled' and attendance = 'missed';
create index appointments_missed_patient on appointments (patient_id, starts_at) where state = 'cancelled' and attendance = 'missed';
