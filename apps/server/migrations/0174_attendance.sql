-- Whether the patient attended, as the clinic's own system or staff recorded it; null if that is not known. `attendance_by` is the member
-- of staff, and null if another system sent it.
alter table appointments
  add column attendance text check (attendance in ('attended', 'missed')),
  add column attendance_at timestamptz,
  add column attendance_by int references people,
  add check ((attendance is null) = (attendance_at is null) and (attendance is not null or attendance_by is null));
