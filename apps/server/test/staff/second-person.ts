/** A second member of staff, who confirms what another one requested. */
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import type { Portal } from '../portal.ts'

/**
 * Opens a session of another administrator, or super administrator. `confirm` confirms the latest change of this person that waits; it
 * throws if no change waits.
 */
export async function openSecondPerson(
  { person, as }: Pick<Portal, 'person' | 'as'>,
  rol: 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE' = 'ADMIN_ROLE',
) {
  const account = await person({ rol, first_name: 'Segunda', last_name: 'Vega' })
  const call = await as(account)
  const waiting = async (personId: number) =>
    (await call(confirmationEndpoints.list, { query: { person: String(personId) } })).confirmations
  const idOf = async (personId: number) => {
    const change = (await waiting(personId)).at(-1)
    if (change === undefined) throw new Error(`no change of person ${personId} waits`)
    return change.id
  }
  return {
    account,
    call,
    waiting,
    confirm: async (personId: number) =>
      call(confirmationEndpoints.confirm, { params: { id: await idOf(personId) } }),
    reject: async (personId: number) =>
      call(confirmationEndpoints.reject, {
        params: { id: await idOf(personId) },
        body: { reason: 'wrong-data' },
      }),
  }
}
