/** Reads who works at the clinic, and who created or changed whose account lately. */
import type { Clock } from '../../../platform/clock.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { createdBefore, linkedSince, type Staff } from './independence.rules.ts'
import type { IndependenceStore } from './independence.store.ts'

type IndependenceDependencies = {
  readonly store: IndependenceStore
  readonly clock: Clock
  /** The accounts of a demonstration are as old as its database, which may be of today. */
  readonly isDemonstration: boolean
}

export function createIndependenceService({ store, clock, isDemonstration }: IndependenceDependencies) {
  return {
    readStaff: async (queries: Queries): Promise<Staff> => ({
      members: await store.listMembers(queries),
      links: await store.listLinks(queries, linkedSince(clock.now())),
      createdBefore: isDemonstration ? null : createdBefore(clock.now()),
    }),
  }
}

export type IndependenceService = ReturnType<typeof createIndependenceService>
