/** Reads what a copy of the data contains beside exams and appointments, which the clinical archive has. */
import type { DelegableMatter } from '@mi-portal/contract/record-matters'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { ExportPart } from '../../platform/context/export-part.ts'
import type { Database } from '../../platform/database/database.ts'
import { toShownTime } from '../../platform/database/sql-parts.ts'
import { statement } from '../../platform/database/statement.ts'
import { askedFields } from '../service-requests/contact/contact.rules.ts'
import type { ExportedFile } from './exports.sql.ts'

/** A person with the catalogue's names of their data. */
type HeldPerson = {
  readonly id: number
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly document_country: string | null
  readonly issuing_country: {
    readonly iso_num: string | null
    readonly iso3: string | null
    readonly name: string
  } | null
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly preferred_name: string
  readonly date_birth: string | null
  readonly gender_id: number | null
  readonly gender: string | null
  readonly nationality: string | null
  readonly country_code: string | null
  readonly forecast_id: number | null
  readonly forecast: string | null
  readonly forecast_kind: string | null
  readonly minsal_eis_code: string | null
  readonly email: string | null
  readonly email_pending: string | null
  readonly phone: string | null
  readonly address: string | null
  readonly commune: string | null
  readonly cut: string | null
  readonly province_id: number | null
  readonly province: string | null
  readonly region_id: number | null
  readonly region: string | null
  readonly date_creation: Date
  readonly updated_at: Date
  readonly image_store_id: number | null
}

type HeldRelative = {
  readonly link_id: number
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  /** The relationship of the link's member to its owner, and the inverse. */
  readonly name: string
  readonly inverse: string | null
  /** Whether the relative is the member of the link. */
  readonly is_member: boolean
  readonly approved_at: Date | null
}

/** An access between adults, offered or accepted. The other person is null until an offer is accepted. */
export type HeldDelegation = {
  readonly is_given: boolean
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly document_country: string | null
  readonly name: string | null
  readonly matters: readonly DelegableMatter[]
  readonly may_book: boolean
  readonly state: 'offered' | 'accepted' | 'ended'
  readonly created_at: Date
  readonly accepted_at: Date | null
  /** The end of the access, or of the days in which the offer can be accepted. */
  readonly until: Date
  readonly ended_at: Date | null
}

type HeldConsent = {
  readonly id: number
  readonly kind: string
  readonly version: string
  readonly channel: string
  readonly given_at: Date
  readonly withdrawn_at: Date | null
}

/** A row of data without a FHIR resource: one text for each column of its section. */
type Cells = { readonly cells: readonly (string | null)[] }

const person = statement<HeldPerson, { id: number }>(
  'exports.person',
  `select p.id, p.document_type_id, p.document_number, p.document_country,
     case when i.id is null then null
       else jsonb_build_object('iso_num', i.iso_num, 'iso3', i.iso3, 'name', i.name) end as issuing_country, p.first_name, p.last_name, p.second_name, p.preferred_name, p.date_birth,
     p.gender_id, g.name as gender, n.name as nationality, n.iso_num as country_code, p.forecast_id,
     f.nombre as forecast, f.kind as forecast_kind, f.minsal_eis_code, p.email, p.email_pending, p.phone, p.address,
     c.name as commune, c.cut, v.id as province_id, v.name as province, r.id as region_id, r.name as region,
     p.date_creation, p.updated_at, p.image_store_id
   from people p left join genders g on g.id = p.gender_id left join nationalities n on n.id = p.nationality_id
     left join nationalities i on i.iso2 = p.document_country
     left join forecasts f on f.id = p.forecast_id left join communes c on c.id = p.commune_id
     left join provinces v on v.id = c.province_id left join regions r on r.id = c.region_id
   where p.id = :id and p.deleted_at is null`,
)
const relatives = statement<HeldRelative, { person_id: number }>(
  'exports.relatives',
  `select f.id as link_id, o.first_name, o.last_name, o.second_name, t.name, t.inverse,
     f.leader_id = :person_id as is_member, f.approved_at
   from family_links f join relationship_types t on t.id = f.relationship_type_id
     join people o on o.id = case when f.leader_id = :person_id then f.member_id else f.leader_id end
   where (f.leader_id = :person_id or f.member_id = :person_id) and f.state = 'approved' order by f.id`,
)
// That an offer was declined is left out: the grantor must not learn of it. So is who has the document, until an offer is accepted.
const delegations = statement<HeldDelegation, { person_id: number }>(
  'exports.delegations',
  `select d.grantor_id = :person_id as is_given, d.document_type_id, d.document_number, d.document_country,
     case when o.id is not null then concat_ws(' ', o.first_name, nullif(o.last_name, ''), nullif(o.second_name, '')) end as name,
     d.matters, d.may_book, d.state, d.created_at, d.accepted_at, coalesce(d.expires_at, d.answer_until) as until, d.ended_at
   from delegations d
     left join people o on o.id = case when d.grantor_id = :person_id then d.delegate_id else d.grantor_id end
   where d.grantor_id = :person_id or d.delegate_id = :person_id order by d.created_at, d.id`,
)
const consents = statement<HeldConsent, { person_id: number }>(
  'exports.consents',
  `select id, kind, version, channel, given_at, withdrawn_at from consents where person_id = :person_id
   order by given_at, id`,
)
// All files of a patient, or those that this requester sent.
const files = statement<ExportedFile, { patient_id: number; requester_id: number | null }>(
  'exports.files',
  `select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at
   from request_files q join files f on f.id = q.file_id
     left join document_requests d on q.request_kind = 'document' and d.id = q.request_id
     left join budget_requests b on q.request_kind = 'budget' and b.id = q.request_id
     left join contacts c on q.request_kind = 'contact' and c.id = q.request_id
     left join data_requests r on q.request_kind = 'privacy' and r.id = q.request_id
   where coalesce(d.patient_id, b.patient_id, c.patient_id, r.patient_id) = :patient_id
     and (:requester_id::int is null
       or coalesce(d.requester_id, b.requester_id, c.requester_id, r.requester_id) = :requester_id::int)
   union all
   select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at
   from budget_requests b join files f on f.id = b.order_file_id
   where b.patient_id = :patient_id and (:requester_id::int is null or b.requester_id = :requester_id::int)
   union all
   select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at
   from appointment_orders o join appointments a on a.id = o.appointment_id join files f on f.id = o.file_id
   where a.patient_id = :patient_id and (:requester_id::int is null or o.attached_by = :requester_id::int)
   order by created_at, id`,
)

const yesOrNo = (column: string) => `case ${column} when true then 'Sí' when false then 'No' end`
const ofPatient = (alias: string, requester = 'requester_id') =>
  `${alias}.patient_id = :patient_id and (:requester_id::int is null or ${alias}.${requester} = :requester_id::int)`

/** The fields that only some contact requests have, as the copy shows them. */
const askedCells = Object.keys(askedFields)
  .map(
    (field) =>
      ({ branch: 'coalesce(o.name, c.branch)', exam_date: "to_char(c.exam_date, 'DD/MM/YYYY')" })[field] ??
      `c.${field}`,
  )
  .join(', ')

/**
 * Data without a FHIR resource, by section. Each statement takes the patient and the requester, who is null for a
 * person's own copy.
 */
const sections = {
  documents: `select array[${toShownTime('d.created_at')}, k.name, d.comment, d.state, ${toShownTime('d.due_at')}, d.answer, ${toShownTime('d.answered_at')}] as cells
    from document_requests d join document_kinds k on k.id = d.document_kind_id
    where ${ofPatient('d')} order by d.created_at, d.id`,
  budgets: `select array[${toShownTime('b.created_at')}, i.nombre, b.medico_tratante, f.nombre,
      to_char(b.fecha_estimada, 'DD/MM/YYYY'), b.h_pabellon::text, ${yesOrNo('b.autoriza_contacto')}, b.comentarios, b.state, ${toShownTime('b.due_at')},
      b.comentario_ejecutivo, ${toShownTime('b.answered_at')}] as cells
    from budget_requests b join intervention_types i on i.id = b.intervention_type_id
      left join forecasts f on f.id = b.forecast_id
    where ${ofPatient('b')} order by b.created_at, b.id`,
  contacts: `select array[${toShownTime('c.created_at')}, coalesce(r.name, c.exam_type), c.message, ${askedCells}, c.imaging::text, c.state, ${toShownTime('c.due_at')}, c.answer,
      ${toShownTime('c.answered_at')}] as cells
    from contacts c left join contact_reasons r on r.id = c.reason_id left join offices o on o.office_id = c.branch
      and o.retired_at is null
    where ${ofPatient('c')} order by c.created_at, c.id`,
  questionnaires: `select array[${toShownTime('a.answered_at')}, coalesce(e.text, a.exam_id::text), (
        select string_agg(concat(one ->> 'question', ' ', one ->> 'answer'), '; ' order by place)
        from jsonb_array_elements(a.answers) with ordinality as given(one, place)
      ), ${yesOrNo('a.can_book')}] as cells
    from exam_answers a left join bookable_exams e on e.id = a.exam_id
    where ${ofPatient('a', 'answered_by')} order by a.answered_at, a.id`,
  rights: `select array[${toShownTime('r.created_at')}, r.kind, r.message, r.state, ${toShownTime('r.due_at')}, ${toShownTime('r.extended_at')},
      r.extension_reason, r.answer, ${toShownTime('r.answered_at')}] as cells
    from data_requests r where ${ofPatient('r')} order by r.created_at, r.id`,
  waiting: `select array[${toShownTime('w.created_at')}, w.name, w.office, w.professional, to_char(w.from_day, 'DD/MM/YYYY'),
      to_char(w.to_day, 'DD/MM/YYYY'), w.state, ${toShownTime('w.ended_at')}] as cells
    from (
      select w.id, w.created_at, s.name, o.name as office, p.name as professional, w.from_day, w.to_day, w.state, w.ended_at,
        w.person_id, w.patient_id
      from waiting_list w join services s on s.code = w.service_code left join offices o on o.id = w.office_id
        left join professionals p on p.id = w.professional_id
      union all
      select id, created_at, specialty_name, office_id, rut_professional, null, null, 'waiting', null, person_id, patient_id
      from outside_waits
    ) w
    where ${ofPatient('w', 'person_id')} order by w.created_at, w.id`,
  shares: `select array[${toShownTime('s.created_at')}, s.recipient_email, t.name, 
      coalesce(case when :requester_id::int is null or e.reserved_group is null then e.type_exam end, s.type), s.comment,
      ${toShownTime('s.expires_at')}, ${toShownTime('s.ended_at')}] as cells
    from exam_shares s join relationship_types t on t.id = s.relationship_type_id
      left join exams e on e.id = s.exam_id and e.patient_id = s.patient_id
    where ${ofPatient('s', 'sharer_id')} order by s.created_at, s.id`,
} as const

/** Data of an account without a FHIR resource, only for its holder. */
const ownSections = {
  account: `select array[${toShownTime('date_creation')}, ${yesOrNo('names_proven')}, ${toShownTime('email_verified_at')}, ${yesOrNo('opened_as_minor')}, ${yesOrNo('opened_as_child')},
      ${toShownTime('locked_at')}, ${toShownTime('recovery_frozen_at')}, ${toShownTime('recovery_held_until')}] as cells
    from people where id = :person_id`,
  consent_origins: `select array[${toShownTime('given_at')}, concat_ws(' ', kind, version), channel, host(ip), ${toShownTime('withdrawn_at')},
      withdrawn_channel, host(withdrawn_ip)] as cells
    from consents where person_id = :person_id order by given_at, id`,
  family: `select array[${toShownTime('f.created_at')}, concat_ws(' ', o.first_name, nullif(o.last_name, ''), nullif(o.second_name, '')), t.name,
      case f.state when 'approved' then 'Aprobado' when 'pending' then 'Pendiente' else 'Terminado' end,
      case when f.guardian_denied then 'Denegada' when f.frozen_at is not null then 'Detenida' when f.guardian_proof = 'registry' then 'Probada con el registro'
        when f.guardian_proof = 'staff' then 'Probada por la clínica' end,
      ${toShownTime('f.access_from')}, ${yesOrNo('f.may_book')}, ${toShownTime('f.approved_at')}, ${toShownTime('f.ended_at')}] as cells
    from family_links f join relationship_types t on t.id = f.relationship_type_id
      join people o on o.id = case when f.leader_id = :person_id then f.member_id else f.leader_id end
    where (f.leader_id = :person_id or f.member_id = :person_id) and f.approved_at is not null order by f.id`,
  certificates: `select array[${toShownTime('issued_at')}, patient_name, document_number, ${toShownTime('starts_at')}, ${toShownTime('ends_at')}, site_name, site_address, modality,
      doctor_name, specialty] as cells
    from visit_certificates where patient_id = :person_id order by issued_at, id`,
  notices: `select array[${toShownTime('n.created_at')}, n.text, case when n.read_at is null then 'No' else 'Sí' end] as cells
    from notifications n where n.person_id = :person_id and n.active
      and (n.patient_id is null or n.patient_id = :person_id)
    order by n.created_at, n.id`,
  mails: `select array[${toShownTime('o.created_at')}, o.subject, o.recipient, ${toShownTime('o.sent_at')}] as cells
    from outbox o where o.person_id = :person_id and o.state <> 'withdrawn' order by o.created_at, o.id`,
  channels: `select array[p.first_name,
      case c.topic when 'reminders' then 'Recordatorios' when 'appointments' then 'Cambios de horas'
        when 'results' then 'Resultados' when 'answers' then 'Respuestas de la clínica' else 'Grupo familiar' end,
      coalesce(nullif(replace(replace(replace(replace(array_to_string(c.channels, ', '), 'email', 'correo'),
        'push', 'avisos'), 'sms', 'SMS'), 'whatsapp', 'WhatsApp'), ''), 'ninguno')] as cells
    from notification_choices c join people p on p.id = c.patient_id
    where c.person_id = :person_id order by c.patient_id, c.topic`,
  devices: `select array[${toShownTime('created_at')}, device] as cells
    from push_subscriptions where person_id = :person_id order by created_at, id`,
  private_items: `select array[${toShownTime('m.since')}, m.what] as cells from (
      select private_since as since, type_exam as what from exams
        where patient_id = :person_id and private_since is not null
      union all select private_since, concat_ws(', ', 'Hora con ' || doctor_name, specialty) from appointments
        where patient_id = :person_id and private_since is not null
      union all select private_since, case kind when 'exam' then 'Examen' else 'Hora' end || ' de otro sistema de la clínica'
        from archive_numbers where patient_id = :person_id and private_since is not null
    ) m order by m.since, m.what`,
  text_phone: `select array[phone, ${toShownTime('confirmed_at')}] as cells
    from notification_phones where person_id = :person_id and confirmed_at is not null`,
  texts: `select array[${toShownTime('created_at')}, case channel when 'sms' then 'SMS' else 'WhatsApp' end,
      case when read_at is not null then 'Leído' when delivered_at is not null then 'Entregado'
        when state = 'sent' then 'Enviado' when state = 'failed' then 'No entregado'
        when state = 'dropped' then 'No fue necesario' else 'Por enviar' end] as cells
    from notification_messages where person_id = :person_id and channel <> 'push' order by created_at, id`,
  sessions: `select array[${toShownTime('created_at')}, ${toShownTime('last_used_at')}, ${toShownTime('ended_at')}] as cells
    from sessions where person_id = :person_id order by created_at, id`,
} as const

const accesses = statement<
  {
    at: Date
    action: string
    actor_role: string
    actor: string | null
    is_self: boolean
  },
  { person_id: number; limit_rows: number }
>(
  'exports.accesses',
  `select e.at, e.action, e.actor_role, coalesce(e.actor_id = :person_id, false) as is_self,
     nullif(concat_ws(' ', a.first_name, a.last_name, nullif(a.second_name, '')), '') as actor
   from audit_events e left join people a on a.id = e.actor_id
   where e.patient_id = :person_id and e.outcome = 'done' order by e.at desc, e.id desc limit :limit_rows`,
)

export type SectionName = keyof typeof sections
export type OwnSectionName = keyof typeof ownSections

function sectionStatement<Given>(name: string, text: string) {
  return statement<Cells, Given>(`exports.held.${name}`, text)
}
function mapTexts<Name extends string, Result>(
  texts: Readonly<Record<Name, string>>,
  toResult: (name: string, text: string) => Result,
) {
  return Object.fromEntries(
    Object.entries<string>(texts).map(([name, text]) => [name, toResult(name, text)]),
  ) as Record<Name, Result>
}
const sectionStatements = mapTexts(
  sections,
  sectionStatement<{ patient_id: number; requester_id: number | null }>,
)
const ownStatements = mapTexts(ownSections, sectionStatement<{ person_id: number }>)

export function createRecordStore(db: Database) {
  return {
    person: async (id: number) => (await db.run(person, { id }))[0] ?? null,
    relatives: (id: number) => db.run(relatives, { person_id: id }),
    /** Returns what a person gave or offered, and what they accepted. */
    delegations: (id: number) => db.run(delegations, { person_id: id }),
    consents: (id: number) => db.run(consents, { person_id: id }),
    files: (patientId: number, requesterId: number | null) =>
      db.run(files, { patient_id: patientId, requester_id: requesterId }),
    section: (name: SectionName, patientId: number, requesterId: number | null) =>
      db.run(sectionStatements[name], { patient_id: patientId, requester_id: requesterId }),
    ownSection: (part: OwnSectionName | ExportPart, personId: number) =>
      db.run(typeof part === 'string' ? ownStatements[part] : part.rows, { person_id: personId }),
    accesses: (personId: number, most: number) => db.run(accesses, { person_id: personId, limit_rows: most }),
  }
}

export type RecordStore = ReturnType<typeof createRecordStore>
