-- deadlines.clinicHolidays $1=from
select day::text as day from holidays where source = 'staff' and day >= $1::date order by day limit 400;
