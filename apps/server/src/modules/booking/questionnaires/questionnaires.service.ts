/** The questionnaire that an exam requires before it can be booked, and the answers for a patient. */

import { ApiError } from '@mi-portal/contract/api-error'
import {
  answersValidHours,
  type ExamQuestionnaire,
  type QuestionnaireAnswers,
} from '@mi-portal/contract/booking/questionnaires'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { GivenAnswers, QuestionnaireRequest } from '../../../ports/scheduling.ts'
import { type BookingAccess, type Caller, toAuditRole } from '../booking-access.service.ts'
import { oldestValidAnswers } from '../exam-booking/exam-booking.rules.ts'
import * as questionnairesSql from './questionnaires.sql.ts'

type QuestionnairesDependencies = {
  readonly db: Database
  readonly access: Pick<BookingAccess, 'rightFor'>
  readonly audit: Audit
  readonly clock: Clock
}

function presentAnswers({
  answered_at,
  can_book,
}: {
  answered_at: Date
  can_book: boolean
}): QuestionnaireAnswers {
  return {
    answered_at: answered_at.toISOString(),
    expires_at: new Date(answered_at.getTime() + answersValidHours * 3_600_000).toISOString(),
    can_book,
  }
}

export function createQuestionnairesService({ db, access, audit, clock }: QuestionnairesDependencies) {
  /** The exam with its questions, addressed to the patient or worded about the patient. */
  async function readExam({ actor }: Caller, { exam_id, patient_id, answered_by }: QuestionnaireRequest) {
    const isOther = answered_by === undefined ? patient_id !== actor.id : answered_by === 'other'
    const found = await questionnairesSql.ofExam(db, exam_id)
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

  const keyOf = ({ actor }: Caller, { patient_id, exam_id }: QuestionnaireRequest) => ({
    patientId: patient_id,
    examId: exam_id,
    answeredBy: actor.id,
  })

  return {
    /** Returns the questionnaire of an exam for a patient. Throws 404 if the caller may not book for the patient. */
    read: async (caller: Caller, asked: QuestionnaireRequest): Promise<ExamQuestionnaire> => {
      await access.rightFor(caller, asked.patient_id)
      const found = await readExam(caller, asked)
      const answers =
        found.questionnaire &&
        (await questionnairesSql.latest(db, keyOf(caller, asked), oldestValidAnswers(clock.now())))
      return { ...found, answers: answers && presentAnswers(answers) }
    },

    /** Stores the answers to all questions of an exam. Throws 400 if a question is not answered. */
    answer: async (
      caller: Caller,
      asked: QuestionnaireRequest,
      given: GivenAnswers,
    ): Promise<QuestionnaireAnswers> => {
      const { actor, origin } = caller
      const right = await access.rightFor(caller, asked.patient_id)
      const { questionnaire } = await readExam(caller, asked)
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
        await questionnairesSql.insert(tx, keyOf(caller, asked), {
          questionnaire: questionnaire.key,
          answers,
          can_book,
          now,
        })
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: toAuditRole(right, actor),
          action: 'booking.questionnaire',
          patientId: asked.patient_id,
          object: `exam_id=${asked.exam_id}`,
          origin,
        })
      })
      return presentAnswers({ answered_at: now, can_book })
    },

    purge: () => questionnairesSql.purge(db, oldestValidAnswers(clock.now())),
  }
}

export type QuestionnairesService = ReturnType<typeof createQuestionnairesService>
