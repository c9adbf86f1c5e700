import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const insert = statement<never, { person_id: number; suggestion: string; comment: string; now: Date }>(
  'survey.insert',
  `insert into survey_answers (person_id, suggestion, comment, created_at)
   values (:person_id, :suggestion, :comment, :now::timestamptz)`,
)

export function createSurveyStore(db: Database) {
  return {
    insert: async (personId: number, suggestion: string, comment: string, now: Date) => {
      await db.run(insert, { person_id: personId, suggestion, comment, now })
    },
  }
}

export type SurveyStore = ReturnType<typeof createSurveyStore>
