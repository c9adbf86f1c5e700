/** Stores answers to the survey with the name of the person. */
import { ApiError } from '@mi-portal/contract/api-error'
import { noSuggestion } from '@mi-portal/contract/survey'
import type { Clock } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { SurveyStore } from './survey.store.ts'

type Answer = { readonly id: number; readonly suggestion: string; readonly comment: string }

export function createSurveyService({
  store,
  rateLimiter,
  clock,
  options,
}: {
  store: SurveyStore
  rateLimiter: RateLimiter
  clock: Clock
  /** Returns the options of the published clinic. */
  options: () => readonly string[]
}) {
  return {
    answer: async (actor: Actor, { id, suggestion, comment }: Answer): Promise<void> => {
      if (id !== actor.id) throw new ApiError('forbidden')
      if (!options().includes(suggestion))
        throw new ApiError('invalid', { fieldErrors: [{ msg: noSuggestion, param: 'suggestion' }] })
      await rateLimiter.consumeEach([limits.survey], String(actor.id))
      await store.insert(actor.id, suggestion, comment, clock.now())
    },
  }
}

export type SurveyService = ReturnType<typeof createSurveyService>
