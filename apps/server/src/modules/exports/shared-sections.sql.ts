import type { ExportPart } from '../../platform/context/export-part.ts'
import { toShownTime, toYesOrNo } from '../../platform/database/sql-parts.ts'
import { defineSql, type Statement } from '../../platform/database/statement.ts'
import { askedFields } from '../service-requests/contact/contact.rules.ts'
import type { SharedSectionsSql } from './shared-sections.sql.generated.ts'

const sql = defineSql<SharedSectionsSql>('sharedSections')

/** `requester_id` is null for the patient's own copy, which has what everybody sent. */
type SharedPart = Omit<ExportPart, 'rows'> & {
  readonly rows: Statement<
    { readonly cells: readonly (string | null)[] },
    { readonly patient_id: number; readonly requester_id: number | null }
  >
}

const isAbout = (alias: string, requester = 'requester_id') =>
  `${alias}.patient_id = :patient_id and (:requester_id?::int is null or ${alias}.${requester} = :requester_id?::int)`

const askedCells = Object.keys(askedFields)
  .map(
    (field) =>
      ({ branch: 'coalesce(o.name, c.branch)', exam_date: "to_char(c.exam_date, 'DD/MM/YYYY')" })[field] ??
      `c.${field}`,
  )
  .join(', ')

export const sharedParts: readonly SharedPart[] = [
  {
    key: 'documents',
    title: 'Solicitudes de documentos',
    columns: ['Fecha', 'Documento', 'Comentario', 'Estado', 'Plazo', 'Respuesta', 'Respondida'],
    rows: sql('documents')`
  select array[${toShownTime('d.created_at')}, k.name, d.comment, d.state, ${toShownTime('d.due_at')}, d.answer, ${toShownTime('d.answered_at')}] as cells!
   from document_requests d join document_kinds k on k.id = d.document_kind_id
   where ${isAbout('d')} order by d.created_at, d.id`,
  },
  {
    key: 'budgets',
    title: 'Presupuestos solicitados',
    columns: [
      'Fecha',
      'Intervención',
      'Médico tratante',
      'Previsión',
      'Fecha estimada',
      'Horas de pabellón',
      'Acepta que lo llamen',
      'Comentarios',
      'Estado',
      'Plazo',
      'Respuesta',
      'Respondido',
    ],
    rows: sql('budgets')`
  select array[${toShownTime('b.created_at')}, i.nombre, b.medico_tratante, f.nombre,
     to_char(b.fecha_estimada, 'DD/MM/YYYY'), b.h_pabellon::text, ${toYesOrNo('b.autoriza_contacto')}, b.comentarios, b.state, ${toShownTime('b.due_at')},
     b.comentario_ejecutivo, ${toShownTime('b.answered_at')}] as cells!
   from budget_requests b join intervention_types i on i.id = b.intervention_type_id
     left join forecasts f on f.id = b.forecast_id
   where ${isAbout('b')} order by b.created_at, b.id`,
  },
  {
    key: 'contacts',
    title: 'Contactos con servicio al cliente',
    columns: [
      'Fecha',
      'Motivo',
      'Mensaje',
      ...Object.values(askedFields),
      'Formulario',
      'Estado',
      'Plazo',
      'Respuesta',
      'Respondido',
    ],
    rows: sql('contacts')`
  select array[${toShownTime('c.created_at')}, coalesce(r.name, c.exam_type), c.message, ${askedCells}, c.imaging::text, c.state, ${toShownTime('c.due_at')}, c.answer,
     ${toShownTime('c.answered_at')}] as cells!
   from contacts c left join contact_reasons r on r.id = c.reason_id left join offices o on o.office_id = c.branch
     and o.retired_at is null
   where ${isAbout('c')} order by c.created_at, c.id`,
  },
  {
    key: 'messages',
    title: 'Mensajes en tus solicitudes',
    columns: ['Fecha', 'Solicitud', 'De', 'Mensaje'],
    rows: sql('messages')`
  select array[${toShownTime('m.created_at')}, concat(q.subject, ' N\u00b0 ', q.id),
     case m.kind when 'request' then 'Paciente' when 'answer' then 'Cl\u00ednica' else 'Cl\u00ednica, al cerrar la solicitud' end, m.text] as cells!
   from request_messages m join desk_requests q on q.kind = m.request_kind and q.id = m.request_id
   where m.kind <> 'note' and ${isAbout('q')} order by m.created_at, m.id`,
  },
  {
    key: 'questionnaires',
    title: 'Cuestionarios previos a exámenes',
    columns: ['Fecha', 'Examen', 'Respuestas', 'Permiten reservar'],
    rows: sql('questionnaires')`
  select array[${toShownTime('a.answered_at')}, coalesce(e.text, a.exam_id::text), (
       select string_agg(concat(one ->> 'question', ' ', one ->> 'answer'), '; ' order by place)
       from jsonb_array_elements(a.answers) with ordinality as given(one, place)
     ), ${toYesOrNo('a.can_book')}] as cells!
   from exam_answers a left join bookable_exams e on e.id = a.exam_id
   where ${isAbout('a', 'answered_by')} order by a.answered_at, a.id`,
  },
  {
    key: 'rights',
    title: 'Solicitudes sobre datos personales',
    columns: [
      'Fecha',
      'Solicitud',
      'Acceso reclamado',
      'Mensaje',
      'Estado',
      'Plazo',
      'Extendido',
      'Motivo de la extensión',
      'Respuesta',
      'Respondida',
    ],
    rows: sql('rights')`
  select array[${toShownTime('r.created_at')}, r.kind, ${toShownTime('e.at')}, r.message, r.state, ${toShownTime('r.due_at')}, ${toShownTime('r.extended_at')},
     r.extension_reason, r.answer, ${toShownTime('r.answered_at')}] as cells!
   from data_requests r left join audit_events e on e.id = r.audit_event_id where ${isAbout('r')} order by r.created_at, r.id`,
  },
  {
    key: 'waiting',
    title: 'Lista de espera',
    columns: ['Fecha', 'Atención', 'Sede', 'Profesional', 'Desde', 'Hasta', 'Estado', 'Terminada'],
    rows: sql('waiting')`
  select array[${toShownTime('w.created_at')}, w.name, w.office, w.professional, to_char(w.from_day, 'DD/MM/YYYY'),
     to_char(w.to_day, 'DD/MM/YYYY'), w.state, ${toShownTime('w.ended_at')}] as cells!
   from (
     select w.id, w.created_at, s.name, o.name as office, p.name as professional, w.from_day, w.to_day, w.state, w.ended_at,
       w.person_id, w.patient_id
     from waiting_list w join services s on s.code = w.service_code left join offices o on o.id = w.office_id
       left join professionals p on p.id = w.professional_id
     union all
     select id, created_at, specialty_name, office_id, rut_professional, null, null, 'waiting', null, person_id, patient_id
     from outside_waits
   ) w
   where ${isAbout('w', 'person_id')} order by w.created_at, w.id`,
  },
  {
    key: 'shares',
    title: 'Exámenes compartidos',
    columns: ['Fecha', 'Con quién', 'Relación', 'Examen', 'Comentario', 'Vence', 'Terminado'],
    rows: sql('shares')`
  select array[${toShownTime('s.created_at')}, s.recipient_email, t.name, 
     coalesce(case when :requester_id?::int is null or e.reserved_group is null then e.type_exam end, s.type), s.comment,
     ${toShownTime('s.expires_at')}, ${toShownTime('s.ended_at')}] as cells!
   from exam_shares s join relationship_types t on t.id = s.relationship_type_id
     left join exams e on e.id = s.exam_id and e.patient_id = s.patient_id
   where ${isAbout('s', 'sharer_id')} order by s.created_at, s.id`,
  },
]
