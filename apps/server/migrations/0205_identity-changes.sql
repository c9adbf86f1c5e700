-- Changes of a document and of a birth date become one kind, which holds the whole identity before and after.
update pending_confirmations set kind = 'identity-change'
where kind in ('document-change', 'birth-date-change') and not is_waiting(pending_confirmations);

-- `target` keeps the former kinds apart, because one person may have waiting changes of both.
update pending_confirmations c set kind = 'identity-change', target = c.kind, payload = jsonb_build_object(
  'before', p.identity || case c.kind when 'document-change' then c.payload -> 'before'
    else jsonb_build_object('date_birth', c.payload -> 'before') end,
  'after', p.identity || case c.kind when 'document-change' then c.payload -> 'after'
    else jsonb_build_object('date_birth', c.payload -> 'after') end)
from (
  select id, jsonb_build_object('document_type_id', document_type_id, 'document_number', document_number,
    'document_country', document_country, 'first_name', first_name, 'last_name', last_name, 'second_name', second_name,
    'gender_id', gender_id, 'date_birth', date_birth) as identity
  from people
) p
where p.id = c.subject_id and c.kind in ('document-change', 'birth-date-change');
