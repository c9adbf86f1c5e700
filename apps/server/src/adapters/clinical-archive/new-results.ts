import type { Database } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/statement.ts'
import type { NewResult, NewResults } from '../../ports/exam-storage.ts'
import * as newResultsSql from './new-results.sql.ts'

const listIds = (results: readonly NewResult[], origin: NewResult['origin']) =>
  results.filter((one) => one.origin === origin).map(({ id }) => id)

export function archivedNewResults(db: Database): NewResults {
  return {
    waiting: (now) => db.run(newResultsSql.waiting, { now }),
    lookAgain: async (tx, patientId) => {
      await tx.run(newResultsSql.lookAgain, { patient_id: patientId })
      await tx.run(newResultsSql.lookAgainExternal, { patient_id: patientId })
    },
    putOff: async (results, until) => {
      await db.run(newResultsSql.putOff, { ids: listIds(results, 'own'), until })
      await db.run(newResultsSql.putOffExternal, { ids: listIds(results, 'outside'), until })
    },
    claim: async (tx, results, now) => {
      const mapGroups = (rows: readonly Row<typeof newResultsSql.claim>[]) =>
        new Map(rows.map(({ id, reserved_group }) => [id, reserved_group]))
      const own = mapGroups(await tx.run(newResultsSql.claim, { ids: listIds(results, 'own'), now }))
      const outside = mapGroups(
        await tx.run(newResultsSql.claimExternal, { ids: listIds(results, 'outside'), now }),
      )
      return results.flatMap((one) => {
        const group = (one.origin === 'own' ? own : outside).get(one.id)
        return group === undefined ? [] : [{ ...one, reserved_group: one.reserved_group ?? group }]
      })
    },
  }
}
