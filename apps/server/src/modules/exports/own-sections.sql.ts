import type { ExportPart } from '../../platform/context/export-part.ts'
import { toFullName, toShownTime, toYesOrNo } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { OwnSectionsSql } from './own-sections.sql.generated.ts'

const sql = defineSql<OwnSectionsSql>('ownSections')

export const accountParts: readonly ExportPart[] = [
  {
    key: 'account',
    title: 'Tu cuenta',
    columns: [
      'Creada',
      'Identidad comprobada',
      'E-mail confirmado',
      'Abierta como menor de edad',
      'Abierta como niño o niña',
      'Bloqueada',
      'Recuperación suspendida',
      'Recuperación detenida hasta',
    ],
    rows: sql('account')`
  select array[${toShownTime('date_creation')}, ${toYesOrNo('names_proven')}, ${toShownTime('email_verified_at')}, ${toYesOrNo('opened_as_minor')}, ${toYesOrNo('opened_as_child')},
     ${toShownTime('locked_at')}, ${toShownTime('recovery_frozen_at')}, ${toShownTime('recovery_held_until')}] as cells!
   from people where id = :person_id`,
  },
  {
    key: 'consent_origins',
    title: 'Desde dónde aceptaste o retiraste',
    columns: [
      'Aceptado',
      'Texto',
      'Medio',
      'Dirección IP',
      'Retirado',
      'Medio del retiro',
      'Dirección IP del retiro',
    ],
    rows: sql('consent_origins')`
  select array[${toShownTime('given_at')}, concat_ws(' ', kind, version), channel, host(ip), ${toShownTime('withdrawn_at')},
     withdrawn_channel, host(withdrawn_ip)] as cells!
   from consents where person_id = :person_id order by given_at, id`,
  },
  {
    key: 'family',
    title: 'Grupo familiar',
    columns: [
      'Fecha',
      'Persona',
      'Relación',
      'Estado',
      'Representación',
      'Ve el historial desde',
      'Puede reservar',
      'Aprobado',
      'Terminado',
    ],
    rows: sql('family')`
  select array[${toShownTime('f.created_at')}, ${toFullName('o')}, t.name,
     case f.state when 'approved' then 'Aprobado' when 'pending' then 'Pendiente' else 'Terminado' end,
     case when f.guardian_denied then 'Denegada' when f.frozen_at is not null then 'Detenida' when f.guardian_proof = 'registry' then 'Probada con el registro'
       when f.guardian_proof = 'staff' then 'Probada por la cl\u00ednica' end,
     ${toShownTime('f.access_from')}, ${toYesOrNo('f.may_book')}, ${toShownTime('f.approved_at')}, ${toShownTime('f.ended_at')}] as cells!
   from family_links f join relationship_types t on t.id = f.relationship_type_id
     join people o on o.id = case when f.leader_id = :person_id then f.member_id else f.leader_id end
   where (f.leader_id = :person_id or f.member_id = :person_id) and f.approved_at is not null order by f.id`,
  },
  {
    key: 'certificates',
    title: 'Certificados de atención',
    columns: [
      'Emitido',
      'Nombre',
      'Documento',
      'Inicio',
      'Término',
      'Sede',
      'Dirección',
      'Modalidad',
      'Profesional',
      'Especialidad',
    ],
    rows: sql('certificates')`
  select array[${toShownTime('issued_at')}, patient_name, document_number, ${toShownTime('starts_at')}, ${toShownTime('ends_at')}, site_name, site_address, modality,
     doctor_name, specialty] as cells!
   from visit_certificates where patient_id = :person_id order by issued_at, id`,
  },
  {
    key: 'notices',
    title: 'Notificaciones',
    columns: ['Fecha', 'Texto', 'Leída'],
    rows: sql('notices')`
  select array[${toShownTime('n.created_at')}, n.text, case when n.read_at is null then 'No' else 'S\u00ed' end] as cells!
   from notifications n where n.person_id = :person_id and n.active
     and (n.patient_id is null or n.patient_id = :person_id)
   order by n.created_at, n.id`,
  },
  {
    key: 'mails',
    title: 'Correos enviados por el portal',
    columns: ['Fecha', 'Asunto', 'A', 'Enviado'],
    rows: sql('mails')`
  select array[${toShownTime('o.created_at')}, o.subject, o.recipient, ${toShownTime('o.sent_at')}] as cells!
   from outbox o where o.person_id = :person_id and o.state <> 'withdrawn' order by o.created_at, o.id`,
  },
  {
    key: 'channels',
    title: 'Cómo recibes las novedades',
    columns: ['Paciente', 'Tema', 'Canales'],
    rows: sql('channels')`
  select array[p.first_name,
     case c.topic when 'reminders' then 'Recordatorios' when 'appointments' then 'Cambios de horas'
       when 'results' then 'Resultados' when 'answers' then 'Respuestas de la cl\u00ednica' else 'Grupo familiar' end,
     coalesce(nullif(replace(replace(replace(replace(array_to_string(c.channels, ', '), 'email', 'correo'),
       'push', 'avisos'), 'sms', 'SMS'), 'whatsapp', 'WhatsApp'), ''), 'ninguno')] as cells!
   from notification_choices c join people p on p.id = c.patient_id
   where c.person_id = :person_id order by c.patient_id, c.topic`,
  },
  {
    key: 'devices',
    title: 'Dispositivos con avisos',
    columns: ['Desde', 'Dispositivo'],
    rows: sql('devices')`
  select array[${toShownTime('created_at')}, device] as cells!
   from push_subscriptions where person_id = :person_id order by created_at, id`,
  },
  {
    key: 'private_items',
    title: 'Lo que marcaste «Solo yo»',
    columns: ['Desde', 'Qué'],
    rows: sql('private_items')`
  select array[${toShownTime('m.since')}, m.what] as cells! from (
     select private_since as since, type_exam as what from exams
       where patient_id = :person_id and private_since is not null
     union all select private_since, concat_ws(', ', 'Hora con ' || doctor_name, specialty) from appointments
       where patient_id = :person_id and private_since is not null
     union all select private_since, case kind when 'exam' then 'Examen' else 'Hora' end || ' de otro sistema de la cl\u00ednica'
       from archive_numbers where patient_id = :person_id and private_since is not null
   ) m order by m.since, m.what`,
  },
  {
    key: 'text_phone',
    title: 'Celular que recibe mensajes',
    columns: ['Número', 'Confirmado'],
    rows: sql('text_phone')`
  select array[phone, ${toShownTime('confirmed_at')}] as cells!
   from notification_phones where person_id = :person_id and confirmed_at is not null`,
  },
  {
    key: 'texts',
    title: 'Mensajes al celular',
    columns: ['Fecha', 'Canal', 'Estado'],
    rows: sql('texts')`
  select array[${toShownTime('created_at')}, case channel when 'sms' then 'SMS' else 'WhatsApp' end,
     case when read_at is not null then 'Le\u00eddo' when delivered_at is not null then 'Entregado'
       when state = 'sent' then 'Enviado' when state = 'failed' then 'No entregado'
       when state = 'dropped' then 'No fue necesario' else 'Por enviar' end] as cells!
   from notification_messages where person_id = :person_id and channel <> 'push' order by created_at, id`,
  },
]

export const sessionPart: ExportPart = {
  key: 'sessions',
  title: 'Sesiones',
  columns: ['Inicio', 'Último uso', 'Término'],
  rows: sql('sessions')`
  select array[${toShownTime('created_at')}, ${toShownTime('last_used_at')}, ${toShownTime('ended_at')}] as cells!
   from sessions where person_id = :person_id order by created_at, id`,
}
