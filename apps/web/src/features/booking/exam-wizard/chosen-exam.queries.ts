import type { ExamSpecialty } from '@mi-portal/contract/booking/exam-catalogue'
import { useQuery } from '@tanstack/react-query'
import { officesQuery } from '../booking.queries.ts'
import type { Choice } from '../reservation/reservation.flow.ts'
import { type Choices, getOffice, listOfferedSpecialties, narrowExams } from './exam-wizard.flow.ts'
import { bookableExamsQuery, examSpecialtiesQuery } from './exam-wizard.queries.ts'

/** Loads the specialties and exams that match the choices, and finds the chosen ones. */
export function useChosenExam(choices: Choices) {
  const offices = useQuery(officesQuery)
  const officeCode = getOffice(choices)
  const officeId = offices.data?.find(({ office_id }) => office_id === officeCode)?.id ?? null
  // At a site, the lists wait until the site's numeric id is known.
  const isOfficePending = officeCode !== null && officeId === null
  const specialties = useQuery({
    ...examSpecialtiesQuery(choices.tipo),
    select: (all: ExamSpecialty[]) => listOfferedSpecialties(choices, all, officeId),
    enabled: choices.tipo !== undefined && !isOfficePending,
  })
  const offered = choices.tipo === undefined ? [] : (specialties.data ?? [])
  // A single specialty is chosen automatically.
  const specialty =
    offered.find(({ code }) => code === choices.prestacion) ??
    (offered.length === 1 ? offered[0] : null) ??
    null
  const exams = useQuery(
    bookableExamsQuery(
      specialty === null || choices.tipo === undefined
        ? null
        : { type: choices.tipo, specialty_code: specialty.code, part: null, idOffice: officeId ?? 0 },
    ),
  )
  const { parts, listed, exam } = narrowExams(
    choices,
    exams.data ?? [],
    specialty?.service === 'imagenologia',
  )
  const failed = [offices, specialties, exams].find(({ isError }) => isError)
  return {
    offices: offices.data ?? [],
    specialties,
    specialty,
    exams,
    exam,
    /** The exams among which the patient chooses. */
    listed,
    /** The parts of the body among which the patient chooses; empty where there is no choice. */
    parts,
    failed,
    /** Whether the exam of the wizardAddress is still loading, or failed to load. */
    isPending:
      choices.examen !== undefined &&
      exam === null &&
      (exams.isLoading || specialties.isLoading || offices.isLoading || failed !== undefined),
  }
}

export type ChosenExam = ReturnType<typeof useChosenExam>

/** Returns the reservation of the chosen exam. */
export function toReservation({ specialty, exam, offices }: ChosenExam, choices: Choices): Choice {
  // Without a chosen site, the only site that offers the exam is used.
  const sites = offices.filter(({ id }) => exam?.office_ids.includes(id))
  return {
    office_id: getOffice(choices) ?? (sites.length === 1 ? sites[0]?.office_id : undefined),
    spec_id: specialty?.code,
    exam_id: exam?.id,
    patient_id: choices.paciente,
    id_appointment: choices.cambia,
    agenda_imagenologia: specialty?.service === 'imagenologia' ? true : undefined,
  }
}
