import { ApiError } from '@mi-portal/contract/calls/api-error'
import { noSuggestion, surveyEndpoints } from '@mi-portal/contract/survey'
import { operation } from '../../platform/context/operation.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { insertSurveyAnswer } from './survey.sql.ts'

export const answerSurvey = operation(
  surveyEndpoints.answer,
  async ({ db, actor, clock, publicClinic, rateLimiter }, { body: { id, suggestion, comment } }) => {
    if (id !== actor.id) throw new ApiError('forbidden')
    if (!publicClinic().survey.includes(suggestion))
      throw new ApiError('invalid', { fieldErrors: [{ msg: noSuggestion, param: 'suggestion' }] })
    await rateLimiter.consumeEach([limits.survey], String(actor.id))
    await db.run(insertSurveyAnswer, { person_id: actor.id, suggestion, comment, now: clock.now() })
    return {}
  },
)
