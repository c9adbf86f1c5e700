/** The catalogues of exams and procedures of an outside service; the request to be called stays with the portal's desks. */
import { type BodyPart, examBookingEndpoints, type PatientKind } from '@mi-portal/contract/exam-booking'
import { Failure } from '@mi-portal/contract/failure'
import type { OutsideScheduling, VisitingPatient } from '../../../ports/scheduling.ts'
import type { PeopleService } from '../../people/people.service.ts'
import type { Caller } from '../booking.service.ts'
import type { ExamBookingService, ExamCalls, Flags } from '../exam-booking.service.ts'

type OutsideExamsParts = {
  readonly outside: OutsideScheduling
  readonly people: PeopleService
  readonly own: Pick<ExamBookingService, 'contact' | 'challenge'>
}

type Able = Flags & { able_for_adults?: 'true' | 'false'; able_for_children?: 'true' | 'false' }

const ableOf = ({ able_for_adults, able_for_children }: Able) => ({ able_for_adults, able_for_children })

export function outsideExamsService({ outside, people, own }: OutsideExamsParts): ExamCalls {
  async function as({ actor }: Caller): Promise<VisitingPatient> {
    const person = await people.byId(actor.id)
    if (person === null) throw new Failure('notFound')
    return person
  }

  return {
    specialties: async (caller, type_patient: PatientKind) =>
      (await outside.ask(await as(caller), examBookingEndpoints.specialties, { body: { type_patient } }))
        .data,
    exams: async (
      caller,
      type: PatientKind,
      specialty_code: string,
      part: BodyPart | null,
      idOffice: number,
    ) => {
      const sent = { body: { type, specialty_code, part, idOffice } }
      return (await outside.ask(await as(caller), examBookingEndpoints.exams, sent)).data
    },
    questionnaires: async (caller) =>
      (await outside.ask(await as(caller), examBookingEndpoints.questionnaires, {})).data,
    categories: async (caller, branch_office: number, flags: Flags) => {
      const sent = { query: { branch_office, ...ableOf(flags as Able) } }
      return (await outside.ask(await as(caller), examBookingEndpoints.procedureCategories, sent)).data
    },
    procedures: async (caller, branch_office: number, category: string, flags: Flags) => {
      const sent = { query: { branch_office, category, ...ableOf(flags as Able) } }
      return (await outside.ask(await as(caller), examBookingEndpoints.procedures, sent)).data
    },
    indications: async (caller, code: number) =>
      (await outside.ask(await as(caller), examBookingEndpoints.indications, { body: { code } })).info,
    procedureIndications: async (caller, code: string) =>
      (await outside.ask(await as(caller), examBookingEndpoints.procedureIndications, { query: { code } }))
        .data,
    /** Comes through the portal, from which alone the browser takes what it shows. */
    file: async (key: string) => {
      const found = await outside.indications(key)
      if (found === null) throw new Failure('notFound')
      return found
    },
    ...own,
  }
}
