/** When the clinic has to answer what arrives now, by its promises. The moment is stored with what arrived. */
import { dueAt, type PromiseName, type ResponsePromise } from '@mi-portal/contract/clinic/promise'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import type { DeadlinesStore } from './deadlines.store.ts'

type DeadlinesDependencies = {
  readonly store: DeadlinesStore
  /** Returns what the published clinic promises. */
  readonly promises: () => Readonly<Record<PromiseName, ResponsePromise>>
}

export function createDeadlinesService({ store, promises }: DeadlinesDependencies) {
  return {
    /** Returns the moment until which the clinic promises to answer what it received at another moment. */
    dueAt: async (tx: Queries, name: PromiseName, received: Date): Promise<Date> =>
      dueAt(promises()[name], received, await store.clinicHolidays(tx, dayOf(received))),
  }
}

export type DeadlinesService = ReturnType<typeof createDeadlinesService>
