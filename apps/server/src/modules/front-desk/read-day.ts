import { professionalImageAddress } from '@mi-portal/contract/agenda/professional-images'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { addDays, toInstant } from '@mi-portal/contract/values/dates'
import { operation } from '../../platform/context/operation.ts'
import { listDayAppointments, listDayProfessionals } from './front-desk.sql.ts'

/** Reads a day of a site by professional. Each patient gets an audit entry. Answers 404 for a site that is not the caller's. */
export const readDay = operation(
  frontDeskEndpoints.day,
  async ({ db, actor, audit, clock }, { query: { day, office_id } }) => {
    if (actor.sites?.includes(office_id) === false) throw new ApiError('notFound')
    const asked = {
      office_id,
      from: toInstant(day, '00:00'),
      until: toInstant(addDays(day, 1), '00:00'),
      now: clock.now(),
    }
    const [professionals, appointments] = await Promise.all([
      db.run(listDayProfessionals, { ...asked, day }),
      db.run(listDayAppointments, asked),
    ])
    await audit.recordEach(
      'front-desk.day',
      appointments.map(({ patient_id }) => patient_id),
    )
    return {
      professionals: professionals.map(({ image_key, specialties, free, blocks, ...professional }) => ({
        ...professional,
        doctor_image: professionalImageAddress(image_key),
        specialties: [...specialties],
        free,
        blocks,
        appointments: appointments.filter(({ professional_id }) => professional_id === professional.id),
      })),
    }
  },
)
