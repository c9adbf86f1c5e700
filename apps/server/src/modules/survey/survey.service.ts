/** Stores answers to the survey with the name of the person. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Clock } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { SurveyStore } from './survey.store.ts'

type Answer = { readonly id: number; readonly suggestion: string; readonly comment: string }

export function createSurveyService({
  store,
  rateLimiter,
  clock,
}: {
  store: SurveyStore
  rateLimiter: RateLimiter
  clock: Clock
}) {
  return {
    answer: async (actor: Actor, { id, suggestion, comment }: Answer): Promise<void> => {
      if (id !== actor.id) throw new ApiError('forbidden')
      await rateLimiter.consumeEach([limits.survey], String(actor.id))
      await store.insert(actor.id, suggestion, comment, clock.now())
    },
  }
}

export type SurveyService = ReturnType<typeof createSurveyService>
