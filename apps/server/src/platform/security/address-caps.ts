/**
 * Caps of an address, which can be that of a clinic's whole lobby: nobody is refused for what others did there. What
 * failed is counted; once that was too much, whoever comes next shows with a robot check that they are none, and goes on.
 */
import { Failure } from '@mi-portal/contract/failure'
import type { CheckedForm } from '@mi-portal/contract/robot-check'
import type { Limit, Standing, Tries } from './tries.ts'

export type AddressCaps = {
  /** Throws 429 with number 11 where one of these is over its limit, unless a solved check of that form comes along. */
  readonly pass: (
    standings: readonly Standing[],
    form: CheckedForm,
    solution: string | undefined,
  ) => Promise<void>
  /** The same for what the limits count of an address. Gives back what counts this very call as a failure. */
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
  /** Whether a check was used up to pass. */
  async function pass(
    standings: readonly Standing[],
    form: CheckedForm,
    solution: string | undefined,
  ): Promise<boolean> {
    const over = standings.filter((standing) => standing.over)
    if (over.length === 0) return false
    if (solution !== undefined && (await isPerson(form, solution))) return true
    throw new Failure('robotCheckNeeded', {
      retryAfter: Math.max(...over.map(({ retryAfter }) => retryAfter)),
    })
  }

  return {
    pass: async (standings, form, solution) => {
      await pass(standings, form, solution)
    },
    admit: async (form, limits, address, solution) => {
      const isChecked = await pass(
        await Promise.all(limits.map((limit) => tries.look(limit, address))),
        form,
        solution,
      )
      return {
        failed: async () => {
          const counted: Standing[] = []
          for (const limit of limits) counted.push(await tries.take(limit, address))
          // Of many at once no more are told what they asked than one after another.
          if (!isChecked) await pass(counted, form, undefined)
        },
      }
    },
  }
}
