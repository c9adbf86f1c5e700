import { type BookableExam, examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { type Procedure, procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import {
  type ExamQuestionnaire,
  type Questionnaire,
  type QuestionnaireAnswers,
  questionnaireEndpoints,
} from '@mi-portal/contract/booking/questionnaires'
import type { Service } from '@mi-portal/contract/booking/services'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { requireRight } from '../authorize-booker.ts'
import type {
  CategoriesAsked,
  ExamsAsked,
  ProceduresAsked,
  SpecialtiesAsked,
} from '../exam-booking/list-exams.ts'
import type { AnswersGiven, QuestionnaireAsked } from '../questionnaires/answer-questionnaires.ts'
import { askService, getService, readPatientNumber } from './ask-service.ts'

export const listRemoteExamSpecialties = async (ctx: ActorContext, body: SpecialtiesAsked) =>
  (await askService(ctx, ctx.actor.id, examCatalogueEndpoints.specialties, { body })).data

export const listRemoteExams = async (ctx: ActorContext, body: ExamsAsked): Promise<BookableExam[]> =>
  (await askService(ctx, ctx.actor.id, examCatalogueEndpoints.exams, { body })).data

export const listRemoteCategories = async (ctx: ActorContext, query: CategoriesAsked): Promise<Service[]> =>
  (await askService(ctx, ctx.actor.id, procedureEndpoints.procedureCategories, { query })).data

export const listRemoteProcedures = async (ctx: ActorContext, query: ProceduresAsked): Promise<Procedure[]> =>
  (await askService(ctx, ctx.actor.id, procedureEndpoints.procedures, { query })).data

export const readRemoteIndications = async (ctx: ActorContext, code: number) =>
  (await askService(ctx, ctx.actor.id, examCatalogueEndpoints.indications, { body: { code } })).info

export const readRemoteProcedureIndications = async (ctx: ActorContext, code: string) =>
  (await askService(ctx, ctx.actor.id, procedureEndpoints.procedureIndications, { query: { code } })).data

/** Returns a document of the service. The portal forwards it, because browsers load content only from the portal. */
export async function readRemoteFile(ctx: Context, key: string): Promise<Uint8Array> {
  const found = await getService(ctx).indications(key)
  if (found === null) throw new ApiError('notFound')
  return found
}

export const listRemoteQuestionnaires = async (ctx: ActorContext): Promise<Questionnaire[]> =>
  (await askService(ctx, ctx.actor.id, questionnaireEndpoints.questionnaires, {})).data

async function addressPatient(ctx: ActorContext, patientId: number) {
  await requireRight(ctx, patientId)
  // Requests to the service are made on behalf of the patient, even if another person answers the questionnaire.
  const answered_by = patientId === ctx.actor.id ? ('patient' as const) : ('other' as const)
  return { patient_id: await readPatientNumber(ctx, patientId), answered_by }
}

export async function readRemoteQuestionnaire(
  ctx: ActorContext,
  { exam_id, patient_id }: QuestionnaireAsked,
): Promise<ExamQuestionnaire> {
  const sent = { params: { exam_id }, query: await addressPatient(ctx, patient_id) }
  return (await askService(ctx, patient_id, questionnaireEndpoints.examQuestionnaire, sent)).data
}

export async function answerRemoteQuestionnaire(
  ctx: ActorContext,
  { exam_id, patient_id, answers }: AnswersGiven,
): Promise<QuestionnaireAnswers> {
  const sent = { params: { exam_id }, body: { ...(await addressPatient(ctx, patient_id)), answers } }
  return (await askService(ctx, patient_id, questionnaireEndpoints.answerQuestionnaire, sent)).data
}
