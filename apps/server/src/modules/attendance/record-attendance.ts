import {
  arrivalTooEarly,
  attendanceEndpoints,
  attendanceTooEarly,
  getLatestStart,
} from '@mi-portal/contract/attendance'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { writeAttendance } from '../appointments/write-appointments.ts'
import { findAppointment } from './attendance.sql.ts'

/**
 * Records or corrects whether the patient arrived or attended. An appointment that another system reported as missed, and that did
 * take place, is booked again. Answers 404 for a cancelled appointment and one at another site, 400 too early, and 409 if the
 * attendance is not the one that the member of staff saw.
 */
export const recordAttendance = operation(
  attendanceEndpoints.record,
  async ({ db, actor, audit, clock }, { params: { id }, body: { attendance, previous } }) => {
    const latest_start = getLatestStart(clock.now(), attendance, previous)
    const appointment = await findRow(db, findAppointment, { id, sites: actor.sites })
    if (appointment === null) throw new ApiError('notFound')
    if (appointment.starts_at > latest_start)
      throw new ApiError('invalid', {
        param: 'attendance',
        msg: attendance === 'arrived' ? arrivalTooEarly : attendanceTooEarly,
      })
    await db.transaction(async (tx) => {
      const recorded = { id, attendance, previous, recorded_by: actor.id, now: clock.now(), latest_start }
      if (!(await writeAttendance(tx, recorded))) throw new ApiError('changedMeanwhile')
      await audit.add(tx, 'attendance.record', {
        patientId: appointment.patient_id,
        object: `id_appointment=${id}`,
        detail: { attendance, previous },
      })
    })
    return {}
  },
)
