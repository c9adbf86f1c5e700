/** Counts what is asked of a database, where a call promises how many statements it costs. */
import type { Database } from '../../src/platform/database/database.ts'

/** The same database behind a counter. Its builder and its transactions are refused: hot calls use neither. */
export function countStatements(db: Database) {
  let asked = 0
  const reject = (): never => {
    throw new Error('only named statements are counted')
  }
  const counted: Database = {
    ...db,
    run: (statement, values) => {
      asked += 1
      return db.run(statement, values)
    },
    transaction: async () => reject(),
    script: async () => reject(),
    get orm() {
      return reject()
    },
  }
  return {
    counted,
    /** How many statements something costs. */
    count: async (work: () => Promise<unknown>): Promise<number> => {
      asked = 0
      await work()
      return asked
    },
  }
}
