-- Names were stored with invisible signs before these were rejected. Some of them turn round the text that follows; others make two equal
-- names differ. The rule for names of `packages/contract/src/person-name.ts` rejects them: format characters and letters without a shape.
create function without_invisible_signs(written text) returns text language sql immutable strict as $$
  select btrim(regexp_replace(regexp_replace(normalize(written, NFC),
    '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g'), '\s+', ' ', 'g'))
$$;

update people p set
  first_name = coalesce(nullif(without_invisible_signs(p.first_name), ''), p.first_name),
  last_name = without_invisible_signs(p.last_name),
  second_name = without_invisible_signs(p.second_name),
  preferred_name = without_invisible_signs(p.preferred_name)
where (p.first_name, p.last_name, p.second_name, p.preferred_name) is distinct from
  (without_invisible_signs(p.first_name), without_invisible_signs(p.last_name), without_invisible_signs(p.second_name),
    without_invisible_signs(p.preferred_name));
update emergency_contacts set name = without_invisible_signs(name)
  where without_invisible_signs(name) not in ('', name);
update professionals set name = without_invisible_signs(name)
  where without_invisible_signs(name) not in ('', name);

-- A RUN was stored with the leading zero of older cards, if it was typed so. A person who was stored in both spellings stays twice, because
-- only the clinic can join two records.
update people p set document_number = ltrim(p.document_number, '0')
  where p.document_type_id = 1 and p.document_number like '0%' and ltrim(p.document_number, '0') <> ''
    and not exists (select from people other where other.document_type_id = 1 and other.document_number = ltrim(p.document_number, '0'));

drop function without_invisible_signs;
