/**
 * Rate limits by network. Many people can share a network, for example in a clinic's waiting room. A caller is
 * therefore never blocked because of the attempts of others.
 * Failed attempts are counted. Above the limit each caller must solve a robot check and may then continue.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { CheckedForm } from '@mi-portal/contract/robot-check'
import { callerNetwork, type Limit, type RateLimiter, type RateLimitState } from './rate-limiter.ts'

export type AdmittedCaller = {
  readonly countFailure: () => Promise<void>
  readonly requireRobotCheckAbove: (states: readonly RateLimitState[]) => Promise<void>
}

export type IpRateLimits = {
  /** Throws 429 (number 11) above a limit without a solved robot check of this form. Returns whether one was consumed. */
  readonly requireRobotCheckAbove: (
    states: readonly RateLimitState[],
    form: CheckedForm,
    solution: string | undefined,
  ) => Promise<boolean>
  readonly admit: (
    form: CheckedForm,
    limits: readonly Limit[],
    address: string,
    solution: string | undefined,
  ) => Promise<AdmittedCaller>
}

export function createIpRateLimits(
  rateLimiter: RateLimiter,
  isPerson: (form: CheckedForm, solution: string) => Promise<boolean>,
): IpRateLimits {
  async function requireRobotCheckAbove(
    states: readonly RateLimitState[],
    form: CheckedForm,
    solution: string | undefined,
  ): Promise<boolean> {
    const over = states.filter((state) => state.over)
    if (over.length === 0) return false
    if (solution !== undefined && (await isPerson(form, solution))) return true
    throw new ApiError('robotCheckNeeded', {
      retryAfter: Math.max(...over.map(({ retryAfter }) => retryAfter)),
    })
  }

  return {
    requireRobotCheckAbove,
    admit: async (form, limits, address, solution) => {
      const network = callerNetwork(address)
      const isChecked = await requireRobotCheckAbove(
        await Promise.all(limits.map((limit) => rateLimiter.peek(limit, network))),
        form,
        solution,
      )
      return {
        countFailure: async () => {
          const counted: RateLimitState[] = []
          for (const limit of limits) counted.push(await rateLimiter.consume(limit, network))
          // Concurrent requests cannot exceed the limit.
          if (!isChecked) await requireRobotCheckAbove(counted, form, undefined)
        },
        requireRobotCheckAbove: async (states) => {
          if (!isChecked) await requireRobotCheckAbove(states, form, solution)
        },
      }
    },
  }
}
