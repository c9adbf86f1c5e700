/**
 * Rate limits by network. Many people can share a network, for example in a clinic's waiting room, so nobody is blocked for what
 * others did there. Failed attempts are counted; above the limit each caller must solve a robot check and may then continue.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import type { CheckedForm } from '@mi-portal/contract/robot-check'
import { callerNetwork, type Limit, type Standing, type Tries } from './tries.ts'

export type AddressCaps = {
  /** Throws 429 with number 11 if a limit is exceeded and the request has no solved robot check for this form. */
  readonly pass: (
    standings: readonly Standing[],
    form: CheckedForm,
    solution: string | undefined,
  ) => Promise<void>
  /** Does the same for the limits of the address's network. The returned `failed` counts this request as a failed attempt. */
  readonly admit: (
    form: CheckedForm,
    limits: readonly Limit[],
    address: string,
    solution: string | undefined,
  ) => Promise<{ readonly failed: () => Promise<void> }>
}

export function createAddressCaps(
  tries: Tries,
  isPerson: (form: CheckedForm, solution: string) => Promise<boolean>,
): AddressCaps {
  /** Returns whether a solved robot check was consumed. */
  async function pass(
    standings: readonly Standing[],
    form: CheckedForm,
    solution: string | undefined,
  ): Promise<boolean> {
    const over = standings.filter((standing) => standing.over)
    if (over.length === 0) return false
    if (solution !== undefined && (await isPerson(form, solution))) return true
    throw new ApiError('robotCheckNeeded', {
      retryAfter: Math.max(...over.map(({ retryAfter }) => retryAfter)),
    })
  }

  return {
    pass: async (standings, form, solution) => {
      await pass(standings, form, solution)
    },
    admit: async (form, limits, address, solution) => {
      const network = callerNetwork(address)
      const isChecked = await pass(
        await Promise.all(limits.map((limit) => tries.look(limit, network))),
        form,
        solution,
      )
      return {
        failed: async () => {
          const counted: Standing[] = []
          for (const limit of limits) counted.push(await tries.take(limit, network))
          // Concurrent requests cannot exceed the limit.
          if (!isChecked) await pass(counted, form, undefined)
        },
      }
    },
  }
}
