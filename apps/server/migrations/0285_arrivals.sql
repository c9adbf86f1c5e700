-- Staff record that a patient arrived, from an hour before the appointment begins.
alter table appointments drop constraint appointments_attendance_check;
alter table appointments add constraint appointments_attendance_check check (attendance in ('arrived', 'attended', 'missed'));
