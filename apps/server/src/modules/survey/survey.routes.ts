import { surveyEndpoints } from '@mi-portal/contract/survey'
import { routes } from '../../platform/context/operation.ts'
import { answerSurvey } from './answer-survey.ts'

export const surveyRoutes = routes(surveyEndpoints, { answer: answerSurvey })
