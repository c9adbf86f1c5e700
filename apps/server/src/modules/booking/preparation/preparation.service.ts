/** The details of an appointment: where to go, how to get in and how to prepare. */

import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentOf } from '@mi-portal/contract/appointments'
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import { ageOn, dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type BookingAccess, type Caller, mayJoinVisits, toAuditRole } from '../booking-access.service.ts'
import type { RemindersService } from '../reminders/reminders.service.ts'
import { fastingBefore } from './preparation.rules.ts'
import type { Circumstances } from './preparation.sql.ts'
import * as preparationSql from './preparation.sql.ts'

type PreparationDependencies = {
  readonly db: Database
  readonly access: Pick<BookingAccess, 'entry'>
  readonly reminders: Pick<RemindersService, 'promised'>
  readonly audit: Audit
  readonly ages: { readonly paediatric: number }
  readonly clock: Clock
  /** The address of visits by video. */
  readonly videoAddress: string | undefined
  /** Returns whether preparation sheets are shown: once the clinic approved them. */
  readonly showsSheets: () => boolean
}

const laboratory = 'Exámenes de laboratorio'

function laboratoryHtml(isChild: boolean): string {
  const fasting = isChild
    ? '<li>Si la orden pide ayuno, llámanos antes: las horas dependen de la edad.</li>'
    : ''
  return `<ul><li>Trae la cédula de identidad y la orden médica.</li>${fasting}</ul>`
}

function preparationOf(
  known: Circumstances,
  starts: Date,
  paediatricAge: number,
): BookedAppointment['preparation'] {
  const { title, html, indications_key, unnamed_laboratory } = known
  if (title === null && !unnamed_laboratory) return null
  const age = ageOn(known.date_birth, dayOf(starts))
  return {
    title: title ?? laboratory,
    html: html ?? laboratoryHtml(age < paediatricAge),
    pdf: indications_key === null ? null : `/agenda/v1/indications/${indications_key}.pdf`,
    fasting: fastingBefore(starts, {
      fasting_hours: known.fasting_hours,
      unnamed_laboratory,
      age,
      paediatricAge,
    }),
  }
}

export function createPreparationService(dependencies: PreparationDependencies) {
  const { db, access, reminders, audit, ages, clock, videoAddress } = dependencies
  return {
    /** Returns the details of an appointment. Throws 404 if the caller may not see it, 410 if it was cancelled. */
    bookedHour: async (caller: Caller, id: number): Promise<BookedAppointment> => {
      const entry = await access.entry(caller, id)
      if (entry.state !== 'booked') throw new ApiError('hourCancelled')
      const known = await preparationSql.circumstances(db, id)
      if (known === null) throw new ApiError('notFound')
      const { actor, origin } = caller
      await audit.record({
        actorId: actor.id,
        actorRole: toAuditRole(entry.right, actor),
        action: 'booking.preparation',
        patientId: entry.patient_id,
        object: `id_appointment=${id}`,
        origin,
      })
      const { office_id, name, address, phone, specialty, patient_full_name } = known
      const visits = mayJoinVisits(entry.right) ? { address: videoAddress, now: clock.now() } : null
      const [kind, item] = known.service_item?.split(':') ?? []
      return {
        hour: { ...appointmentOf(entry, visits), patient_full_name },
        office: { office_id, id: known.id, name, address, phone, entry: known.entry },
        specialty,
        exam_id: kind === 'exam' ? Number(item) : null,
        procedure: kind === 'procedure' ? (item ?? null) : null,
        reminders: await reminders.promised(actor.id, entry),
        preparation: dependencies.showsSheets()
          ? preparationOf(known, entry.starts_at, ages.paediatric)
          : null,
      }
    },
  }
}

export type PreparationService = ReturnType<typeof createPreparationService>
