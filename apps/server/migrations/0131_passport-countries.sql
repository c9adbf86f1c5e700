-- A passport is identified by the country that issued it and its number: two countries may issue one number.
-- The country of passports that were stored before is not known, and stays null until somebody says it.
alter table nationalities add column iso3 text;
alter table nationalities add constraint nationalities_iso2_once unique (iso2);

alter table people add column document_country text references nationalities (iso2);
alter table people add constraint people_document_country check (document_country is null or document_type_id = 2);
alter table people drop constraint people_document_type_id_document_number_key;
alter table people add constraint people_document_once
  unique nulls not distinct (document_type_id, document_number, document_country);

-- Returns the two-letter code of a country, given by any code of ISO 3166-1; null for any other text.
create function country_code(code text) returns text language sql stable parallel safe
  return (select n.iso2 from nationalities n
    where upper(code) in (n.iso2, n.iso3) or ltrim(code, '0') = ltrim(n.iso_num, '0') limit 1);
