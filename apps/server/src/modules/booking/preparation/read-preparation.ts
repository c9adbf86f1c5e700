import { toAppointment } from '@mi-portal/contract/appointments/appointments'
import { type BookedAppointment, preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { ageOn, toDay } from '@mi-portal/contract/values/dates'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { mayJoinVisits, requireEntry, toAuditRole } from '../authorize-booker.ts'
import { readServiceItem } from '../exam-booking/exam-booking.rules.ts'
import { readPromisedReminders } from '../reminders/promise-reminders.ts'
import { fastingBefore } from './preparation.rules.ts'
import { type Circumstances, findCircumstances } from './preparation.sql.ts'

const laboratory = 'Exámenes de laboratorio'

function writeLaboratoryHtml(isChild: boolean): string {
  const fasting = isChild
    ? '<li>Si la orden pide ayuno, llámanos antes: las horas dependen de la edad.</li>'
    : ''
  return `<ul><li>Trae la cédula de identidad y la orden médica.</li>${fasting}</ul>`
}

function presentPreparation(
  { title, html, indications_key, unnamed_laboratory, fasting_hours, date_birth }: Circumstances,
  starts: Date,
  paediatricAge: number,
): BookedAppointment['preparation'] {
  if (title === null && !unnamed_laboratory) return null
  const age = ageOn(date_birth, toDay(starts))
  return {
    title: title ?? laboratory,
    html: html ?? writeLaboratoryHtml(age < paediatricAge),
    pdf: indications_key === null ? null : `/agenda/v1/indications/${indications_key}.pdf`,
    fasting: fastingBefore(starts, { fasting_hours, unnamed_laboratory, age, paediatricAge }),
  }
}

export const readPreparation = operation(preparationEndpoints.bookedAppointment, async (ctx, { params }) => {
  const { actor, ages, audit, clinic, clock, config, db } = ctx
  const { id_appointment: id } = params
  const entry = await requireEntry(ctx, id)
  if (entry.state !== 'booked') throw new ApiError('hourCancelled')
  const known = await findRow(db, findCircumstances, { id })
  if (known === null) throw new ApiError('notFound')
  await audit.record('booking.preparation', {
    actorRole: toAuditRole(entry.right, actor),
    patientId: entry.patient_id,
    object: `id_appointment=${id}`,
  })
  const { office_id, name, address, phone, specialty, patient_full_name } = known
  const visits = mayJoinVisits(entry.right) ? { address: config.telemedicineUrl, now: clock.now() } : null
  const { exam_id = null, procedure = null } = readServiceItem(known.service_item)
  const data: BookedAppointment = {
    hour: { ...toAppointment(entry, visits), patient_full_name },
    office: { office_id, id: known.id, name, address, phone, entry: known.entry },
    specialty,
    exam_id,
    procedure,
    reminders: await readPromisedReminders(ctx, actor.id, entry),
    preparation: clinic.isOffered('preparations')
      ? presentPreparation(known, entry.starts_at, ages.paediatric)
      : null,
  }
  return { data }
})
