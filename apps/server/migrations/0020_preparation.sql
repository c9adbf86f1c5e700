-- How to come in, and from when on to eat nothing: what an hour that is booked says of itself.
alter table offices add column entry text not null default '';
-- Whole hours before the exam without food, for adults; null where none are asked or children have hours of their own.
alter table indications add column fasting_hours smallint check (fasting_hours between 1 and 24);
