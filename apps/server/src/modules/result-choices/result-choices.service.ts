/**
 * A patient's choice for the result of an exam: to see it when it arrives, or with the physician. A guardian who sees the record of a
 * child chooses for the child.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { ExamType } from '@mi-portal/contract/exams'
import {
  type ChoiceOfAppointment,
  noResultChoice,
  type ResultChoice,
} from '@mi-portal/contract/result-choices'
import { addDays, dayOf, momentOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, AuthorizedPatient, Origin } from '../../platform/http/actor.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { NewResults } from '../../ports/exam-storage.ts'
import type { AppointmentAgendaService } from '../appointments/appointment-agenda.service.ts'
import * as resultChoicesSql from './result-choices.sql.ts'

export type ResultChoicesDependencies = {
  readonly db: Database
  readonly appointmentAgenda: Pick<AppointmentAgendaService, 'seeRecord'>
  readonly archive: Pick<ClinicalArchive, 'heldExams'>
  readonly newResults: Pick<NewResults, 'lookAgain'>
  /** Returns whether the clinic offers the choice. */
  readonly offersResultChoice: () => boolean
  /** Returns the type of exams that each service makes, by its number. */
  readonly examServices: () => ReadonlyMap<number, ExamType>
  readonly audit: Audit
  readonly clock: Clock
}

export function createResultChoicesService(dependencies: ResultChoicesDependencies) {
  const { db, appointmentAgenda, archive, newResults, audit, clock } = dependencies
  const { offersResultChoice, examServices } = dependencies

  /** Returns an appointment, with the type of its exam if the patient can choose. Throws 404 if the caller may not see the record. */
  async function find(actor: Actor, appointmentId: number, action: 'view' | 'choose', origin: Origin) {
    const named = `result-choices.${action}`
    const { appointment, role } = await appointmentAgenda.seeRecord(actor, appointmentId, named, origin)
    const type = examServices().get(appointment.specialty_code) ?? null
    return { appointment, role, type: offersResultChoice() && appointment.state === 'booked' ? type : null }
  }

  async function show(appointmentId: number, type: ExamType | null): Promise<ChoiceOfAppointment> {
    const waits = type !== null && (await resultChoicesSql.waits(db, appointmentId))
    return { choice: waits ? 'with_doctor' : 'now', can_choose: type !== null }
  }

  return {
    one: async (actor: Actor, appointmentId: number, origin: Origin): Promise<ChoiceOfAppointment> => {
      const { appointment, role, type } = await find(actor, appointmentId, 'view', origin)
      await audit.record({
        actorId: actor.id,
        actorRole: role === 'guardian' ? role : actor.rol,
        action: 'result-choices.view',
        patientId: appointment.patient_id,
        object: `id_appointment=${appointmentId}`,
        origin,
      })
      return show(appointmentId, type)
    },

    /** Stores a choice. Throws 409 if the patient cannot choose. */
    choose: async (
      actor: Actor,
      appointmentId: number,
      choice: ResultChoice,
      origin: Origin,
    ): Promise<ChoiceOfAppointment> => {
      const { appointment, role, type } = await find(actor, appointmentId, 'choose', origin)
      if (type === null) throw new ApiError('notPossible', { msg: noResultChoice })
      const chosen = { appointment_id: appointmentId, type, chosen_by: actor.id, chosen_at: clock.now() }
      await db.transaction(async (tx) => {
        if (choice === 'with_doctor') await resultChoicesSql.wait(tx, chosen)
        else {
          await resultChoicesSql.remove(tx, appointmentId)
          await newResults.lookAgain(tx, appointment.patient_id)
        }
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: role === 'guardian' ? role : actor.rol,
          action: 'result-choices.choose',
          patientId: appointment.patient_id,
          object: `id_appointment=${appointmentId} choice=${choice}`,
          origin,
        })
      })
      return show(appointmentId, type)
    },

    /** Shows a result now that waits for the physician by the patient's choice. Throws 404 for any other exam. */
    showNow: async (patient: AuthorizedPatient, examId: number, type: ExamType): Promise<void> => {
      const held = (await archive.heldExams(patient.id)).find((one) => one.id === examId && one.type === type)
      if (held?.hold.cause !== 'choice') throw new ApiError('notFound')
      const day = dayOf(held.taken_at)
      const [from, until] = [momentOf(day, '00:00'), momentOf(addDays(day, 1), '00:00')]
      await db.transaction(async (tx) => {
        await resultChoicesSql.removeOfDay(tx, { patient_id: patient.id, type, from, until })
        await newResults.lookAgain(tx, patient.id)
      })
    },
  }
}

export type ResultChoicesService = ReturnType<typeof createResultChoicesService>
