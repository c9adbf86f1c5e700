/** Collects whom a request notifies, so that its answer can say so. What writes mails and notifications adds to it. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Notified, NotifiedChannel, NotNotifiedReason } from '@mi-portal/contract/notified'
import { isStaff, type Role } from '@mi-portal/contract/permissions/roles'

type Caller = { readonly id: number; readonly rol: Role }

type Collected = {
  readonly caller: Caller
  readonly notified: Map<string, { readonly channel: NotifiedChannel; readonly to: string }>
  reason: NotNotifiedReason | null
  callPhone: string | null
}

const storage = new AsyncLocalStorage<Collected>()

/**
 * Returns what the present request collects about a person. Patients learn only whether they themselves were notified: the answer must
 * not tell them who has an account or which address it has.
 */
function findCollected(personId: number): Collected | null {
  const collected = storage.getStore()
  if (collected === undefined) return null
  const { caller } = collected
  return isStaff(caller) || caller.id === personId ? collected : null
}

export function addNotified(personId: number, channel: NotifiedChannel, to = ''): void {
  findCollected(personId)?.notified.set(`${channel} ${to}`, { channel, to })
}

export function addNotNotified(
  personId: number,
  reason: NotNotifiedReason,
  callPhone: string | null = null,
): void {
  const collected = findCollected(personId)
  if (collected === null) return
  collected.reason ??= reason
  collected.callPhone ??= callPhone
}

export function getNotified(): Notified {
  const collected = storage.getStore()
  if (collected === undefined) return {}
  const notified = [...collected.notified.values()]
  if (notified.length === 0 && collected.reason === null) return {}
  const isMailed = notified.some(({ channel }) => channel === 'email')
  return {
    notified,
    not_notified: isMailed ? null : (collected.reason ?? 'channel_off'),
    ...(notified.length === 0 && isStaff(collected.caller) ? { call_phone: collected.callPhone } : {}),
  }
}

function collect<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  return storage.run({ caller, notified: new Map(), reason: null, callPhone: null }, work)
}

/** Returns whom work notified of a person without a session, who typed the address. */
export function collectNotified(personId: number, work: () => Promise<unknown>): Promise<Notified> {
  return collect({ id: personId, rol: 'STANDART_ROLE' }, () => work().then(getNotified))
}

export async function withNotified(caller: Caller | null, handle: () => Promise<unknown>): Promise<unknown> {
  if (caller === null) return handle()
  return collect(caller, async () => {
    const result = await handle()
    const answer = getNotified()
    return Object.keys(answer).length === 0
      ? result
      : { ...(typeof result === 'object' ? result : {}), ...answer }
  })
}
