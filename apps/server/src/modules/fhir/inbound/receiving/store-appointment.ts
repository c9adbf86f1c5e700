import { getLatestStart } from '@mi-portal/contract/attendance'
import { foldText } from '@mi-portal/contract/fields/accents'
import { findRow } from '../../../../platform/database/database.ts'
import {
  addReceivedAppointment,
  changeReceivedAppointment,
  type ReceivedAppointment,
} from '../../../appointments/write-appointments.ts'
import { findDeath, findOffice, listSpecialties, lockAppointment } from '../inbound.sql.ts'
import { readAppointment } from '../received-appointment.rules.ts'
import { type Item, issueAt } from '../transaction.rules.ts'
import {
  findOwner,
  getSource,
  hashEntry,
  isSame,
  labelGroup,
  type Receiving,
  RejectedTransaction,
  recordOutcome,
  recordUnchanged,
} from './entry-state.ts'

type AppointmentState = { readonly state: string; readonly starts_at: Date }

function findChange(
  before: AppointmentState,
  after: AppointmentState,
  now: Date,
): 'cancelled' | 'moved' | null {
  if (before.state !== 'booked' || before.starts_at <= now) return null
  if (after.state === 'cancelled') return 'cancelled'
  return after.starts_at.getTime() === before.starts_at.getTime() ? null : 'moved'
}

async function findEnd(
  { tx, now }: Receiving,
  sent: AppointmentState & { readonly patient_id: number; readonly told_state: string | null },
  before: AppointmentState | null,
): Promise<{ readonly by: 'patient' | 'death'; readonly text: string } | null> {
  const isAhead = sent.state === 'booked' && sent.starts_at > now
  if (isAhead && (await findRow(tx, findDeath, { id: sent.patient_id })) !== null)
    return {
      by: 'death',
      text: 'La clínica registró que este paciente falleció: la hora queda cancelada',
    }
  // The patient cancelled in the portal, and the sender has not reported the cancellation since.
  if (before?.state === 'cancelled' && sent.told_state === 'booked')
    return { by: 'patient', text: 'El paciente canceló esta hora en el portal' }
  return null
}

const lockStored = async ({ tx }: Receiving, id: number | null) =>
  id === null ? null : findRow(tx, lockAppointment, { id })

export async function storeAppointment(receiving: Receiving, item: Item): Promise<void> {
  if (item.resource.resourceType !== 'Appointment') return
  const { tx, now } = receiving
  const { fieldErrors: issues, hour, patient } = readAppointment(item.resource, item.at)
  const office = await findRow(tx, findOffice, { name: hour.office })
  if (office === null && hour.office !== '')
    issues.push(issueAt(item.at, 'resource.participant', `No hay una sede ${hour.office}`))
  if (issues.length > 0 || office === null) throw new RejectedTransaction(issues)
  const patient_id = await findOwner(receiving, item, patient, 'resource.participant')
  const [source, digest] = [getSource(receiving, item), hashEntry(receiving, item)]
  const before = await lockStored(receiving, source.target_id)
  const end = await findEnd(receiving, { ...hour, patient_id, told_state: source.told_state }, before)
  if (isSame(source, digest)) return recordUnchanged(receiving, item, source, end?.text)
  if (end?.by === 'patient' && hour.state === 'booked')
    throw new RejectedTransaction([issueAt(item.at, 'resource.status', end.text)], true)
  const { codes, reserved, office: _, ...fields } = hour
  const words = [...codes, fields.specialty].map(foldText)
  const specialty = (await tx.run(listSpecialties, {})).find(
    ({ code, name }) => words.includes(String(code)) || words.includes(foldText(name)),
  )
  const death = end?.by === 'death' ? end : null
  const row = {
    ...fields,
    ...(death === null ? {} : { state: 'cancelled' as const }),
    specialty_code: specialty?.code ?? 0,
    office_id: office.id,
    place_care: office.name,
    place_detail: fields.place_detail || office.name,
    // What a sender says of an appointment that is still far away is not an attendance.
    attendance: fields.starts_at <= getLatestStart(now, fields.attendance, null) ? fields.attendance : null,
    reserved_group: reserved ? labelGroup : (specialty?.reserved_group ?? null),
  }
  if (source.target_id !== null) await changeReceivedAppointment(tx, { ...row, id: source.target_id, now })
  if (death === null) await announceIfChanged(receiving, patient_id, before, row)
  const target_id = source.target_id ?? (await addReceivedAppointment(tx, { ...row, patient_id, now }))
  await recordOutcome(receiving, item, { patient_id, target_id, told_state: hour.state, digest }, death?.text)
}

async function announceIfChanged(
  receiving: Receiving,
  patientId: number,
  before: (AppointmentState & { readonly is_private: boolean }) | null,
  row: ReceivedAppointment,
): Promise<void> {
  const kind = before === null ? null : findChange(before, row, receiving.now)
  if (before === null || kind === null) return
  const place = row.place_detail.startsWith(row.place_care)
    ? row.place_detail
    : `${row.place_care}, ${row.place_detail}`
  await receiving.events.appointmentReceived.announce(receiving.tx, {
    now: receiving.now,
    patient_id: patientId,
    kind,
    old_starts_at: before.starts_at,
    starts_at: row.starts_at,
    doctor_name: row.doctor_name,
    place,
    modality: row.modality,
    // The sender does not know whether the patient keeps the appointment private.
    reserved_group: before.is_private ? labelGroup : row.reserved_group,
  })
}
