/** Reads who works at the clinic, and who created or changed whose account lately. */

import type { Clock } from '../../../platform/clock.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { createdBefore, linkedSince, type Staff } from './independence.rules.ts'
import * as independenceSql from './independence.sql.ts'

type IndependenceDependencies = {
  readonly clock: Clock
  /** The accounts of a demonstration are as old as its database, which may be of today. */
  readonly isDemonstration: boolean
}

export function createIndependenceService({ clock, isDemonstration }: IndependenceDependencies) {
  return {
    readStaff: async (queries: Queries): Promise<Staff> => ({
      members: await independenceSql.listMembers(queries),
      links: await independenceSql.listLinks(queries, linkedSince(clock.now())),
      createdBefore: isDemonstration ? null : createdBefore(clock.now()),
    }),
  }
}

export type IndependenceService = ReturnType<typeof createIndependenceService>
