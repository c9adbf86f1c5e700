/** The choices with which a reservation of an exam opens the wizard. */
import type { PatientKind } from '@mi-portal/contract/booking/exam-catalogue'
import type { ExamQuestionnaire } from '@mi-portal/contract/booking/questionnaires'
import type { OfficeCode } from '@mi-portal/contract/booking/services'
import type { Choices } from './exam-wizard.flow.ts'
import { entryOfSite } from './exam-wizard.rules.ts'

/** Returns the choices that open the wizard at the questionnaire of an exam, or at what is missing before it. */
export function buildQuestionnaireChoices(
  exam: ExamQuestionnaire['exam'],
  of: { patientId: number | undefined; isChild: boolean; sucursal?: OfficeCode; cambia?: number },
): Choices {
  const { patientId, isChild, sucursal, cambia } = of
  const patientKind: PatientKind = isChild ? 'pediatrica' : 'adulto'
  return {
    paso: patientId === undefined ? 'imagenologia' : 'questions',
    desde: patientId === undefined ? undefined : 'imagenologia',
    sucursal,
    paciente: patientId,
    cambia,
    tipo: exam.types.includes(patientKind) ? patientKind : exam.types[0],
    ...describeExam(exam),
  }
}

/** Returns the choices that open the wizard at an exam for which a reservation was begun, to choose another one. */
export function buildExamChoices(exam: ExamQuestionnaire['exam'], of: ReservedExam): Choices {
  const { agenda_imagenologia, office_id, patient_id } = of
  const sucursal = office_id === 'AMBAS' ? undefined : office_id
  const ofSite = sucursal === undefined ? undefined : entryOfSite(sucursal)
  return {
    paso: agenda_imagenologia ? 'imagenologia' : ofSite,
    sucursal,
    paciente: patient_id,
    tipo: exam.types.length === 1 ? exam.types[0] : undefined,
    ...describeExam(exam),
  }
}

/** What the address of a reservation says of its exam. */
interface ReservedExam {
  agenda_imagenologia?: true
  office_id?: OfficeCode
  patient_id?: number
}

function describeExam({ specialty_code, part, id }: ExamQuestionnaire['exam']): Choices {
  return { prestacion: specialty_code, parte: part ?? undefined, examen: id }
}
