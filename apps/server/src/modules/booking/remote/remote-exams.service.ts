/** The exam and procedure catalogues of an external service. */

import { ApiError } from '@mi-portal/contract/api-error'
import {
  type BodyPart,
  examCatalogueEndpoints,
  type PatientKind,
} from '@mi-portal/contract/booking/exam-catalogue'
import { procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import type { Context } from '../../../platform/context/context.ts'
import type {
  ExamCatalogue,
  ProcedureFlags,
  RemoteScheduling,
  VisitingPatient,
} from '../../../ports/scheduling.ts'
import { findPerson } from '../../people/people.service.ts'
import type { BookingAccess, Caller } from '../booking-access.service.ts'

type RemoteExamsDependencies = {
  readonly service: RemoteScheduling
  readonly ctx: Context
  readonly access: Pick<BookingAccess, 'rightFor'>
}

type Able = ProcedureFlags & { able_for_adults?: 'true' | 'false'; able_for_children?: 'true' | 'false' }

const ableOf = ({ able_for_adults, able_for_children }: Able) => ({ able_for_adults, able_for_children })

export function createRemoteExamsService({ service, ctx, access }: RemoteExamsDependencies): ExamCatalogue {
  async function visitor(id: number): Promise<VisitingPatient> {
    const person = await findPerson(ctx, id)
    if (person === null) throw new ApiError('notFound')
    return person
  }
  const as = ({ actor }: Caller) => visitor(actor.id)

  /** Returns the patient's data for the service. Throws 404 if the caller may not book for the patient. */
  async function bookedFor(caller: Caller, patientId: number) {
    await access.rightFor(caller, patientId)
    const patient = await visitor(patientId)
    // Requests to the service are made on behalf of the patient, even if another person answers the questionnaire.
    const answered_by = patientId === caller.actor.id ? ('patient' as const) : ('other' as const)
    return [patient, { patient_id: await service.getPatientNumber(patient), answered_by }] as const
  }

  return {
    specialties: async (caller, type_patient: PatientKind) =>
      (await service.ask(await as(caller), examCatalogueEndpoints.specialties, { body: { type_patient } }))
        .data,
    exams: async (
      caller,
      type: PatientKind,
      specialty_code: string,
      part: BodyPart | null,
      idOffice: number,
    ) => {
      const sent = { body: { type, specialty_code, part, idOffice } }
      return (await service.ask(await as(caller), examCatalogueEndpoints.exams, sent)).data
    },
    questionnaires: async (caller) =>
      (await service.ask(await as(caller), questionnaireEndpoints.questionnaires, {})).data,
    readQuestionnaire: async (caller, { exam_id, ...asked }) => {
      const [patient, addressed] = await bookedFor(caller, asked.patient_id)
      const sent = { params: { exam_id }, query: addressed }
      return (await service.ask(patient, questionnaireEndpoints.examQuestionnaire, sent)).data
    },
    answerQuestionnaire: async (caller, { exam_id, ...asked }, answers) => {
      const [patient, addressed] = await bookedFor(caller, asked.patient_id)
      const sent = { params: { exam_id }, body: { ...addressed, answers: [...answers] } }
      return (await service.ask(patient, questionnaireEndpoints.answerQuestionnaire, sent)).data
    },
    categories: async (caller, branch_office: number, flags: ProcedureFlags) => {
      const sent = { query: { branch_office, ...ableOf(flags as Able) } }
      return (await service.ask(await as(caller), procedureEndpoints.procedureCategories, sent)).data
    },
    procedures: async (caller, branch_office: number, category: string, flags: ProcedureFlags) => {
      const sent = { query: { branch_office, category, ...ableOf(flags as Able) } }
      return (await service.ask(await as(caller), procedureEndpoints.procedures, sent)).data
    },
    indications: async (caller, code: number) =>
      (await service.ask(await as(caller), examCatalogueEndpoints.indications, { body: { code } })).info,
    procedureIndications: async (caller, code: string) =>
      (await service.ask(await as(caller), procedureEndpoints.procedureIndications, { query: { code } }))
        .data,
    /** Returns a document of the service. The portal forwards it, because browsers load content only from the portal. */
    file: async (key: string) => {
      const found = await service.indications(key)
      if (found === null) throw new ApiError('notFound')
      return found
    },
  }
}
