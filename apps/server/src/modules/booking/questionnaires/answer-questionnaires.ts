import {
  answersValidHours,
  type ExamQuestionnaire,
  type QuestionnaireAnswers,
  type questionnaireEndpoints,
} from '@mi-portal/contract/booking/questionnaires'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Received } from '@mi-portal/contract/calls/endpoint'
import type { ActorContext } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { requireRight, toAuditRole } from '../authorize-booker.ts'
import { getOldestValidAnswers } from '../exam-booking/exam-booking.rules.ts'
import { findExam, findLatestAnswers, insertAnswers } from './questionnaires.sql.ts'

export type QuestionnaireAsked = { readonly exam_id: number } & Received<
  typeof questionnaireEndpoints.examQuestionnaire
>['query']
export type AnswersGiven = { readonly exam_id: number } & Received<
  typeof questionnaireEndpoints.answerQuestionnaire
>['body']

function presentAnswers(answered_at: Date, can_book: boolean): QuestionnaireAnswers {
  return {
    answered_at: answered_at.toISOString(),
    expires_at: new Date(answered_at.getTime() + answersValidHours * 3_600_000).toISOString(),
    can_book,
  }
}

async function readExam(
  { actor, db }: ActorContext,
  { exam_id, patient_id, answered_by }: QuestionnaireAsked,
) {
  const isOther = answered_by === undefined ? patient_id !== actor.id : answered_by === 'other'
  const found = await findRow(db, findExam, { id: exam_id })
  if (found === null) throw new ApiError('notFound')
  const { questionnaire, ...exam } = found
  return {
    exam,
    questionnaire: questionnaire && {
      ...questionnaire,
      questions: questionnaire.questions.map(({ id, text, text_other }) => ({
        id,
        text: isOther ? (text_other ?? text) : text,
      })),
    },
  }
}

export async function readQuestionnaire(
  ctx: ActorContext,
  asked: QuestionnaireAsked,
): Promise<ExamQuestionnaire> {
  const { actor, clock, db } = ctx
  const { exam_id, patient_id } = asked
  await requireRight(ctx, patient_id)
  const found = await readExam(ctx, asked)
  const since = getOldestValidAnswers(clock.now())
  const answers =
    found.questionnaire &&
    (await findRow(db, findLatestAnswers, { patient_id, exam_id, answered_by: actor.id, since }))
  return { ...found, answers: answers && presentAnswers(answers.answered_at, answers.can_book) }
}

export async function answerQuestionnaire(
  ctx: ActorContext,
  { answers: given, ...asked }: AnswersGiven,
): Promise<QuestionnaireAnswers> {
  const { actor, audit, clock, db } = ctx
  const { exam_id, patient_id } = asked
  const right = await requireRight(ctx, patient_id)
  const { questionnaire } = await readExam(ctx, asked)
  if (questionnaire === null) throw new ApiError('notFound')
  const answers = questionnaire.questions.map(({ id, text }) => {
    const found = given.filter((one) => one.id === id)
    if (found.length !== 1)
      throw new ApiError('invalid', { param: 'answers', msg: 'Responde todas las preguntas' })
    return { question: text, answer: found[0]?.yes ? 'Sí' : 'No' } as const
  })
  const can_book = answers.every(({ answer }) => answer === 'No')
  const now = clock.now()
  await db.transaction(async (tx) => {
    await tx.run(insertAnswers, {
      patient_id,
      exam_id,
      answered_by: actor.id,
      questionnaire: questionnaire.key,
      answers: JSON.stringify(answers),
      can_book,
      now,
    })
    await audit.add(tx, 'booking.questionnaire', {
      actorRole: toAuditRole(right, actor),
      patientId: patient_id,
      object: `exam_id=${exam_id}`,
    })
  })
  return presentAnswers(now, can_book)
}
