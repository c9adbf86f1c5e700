import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const insert = statement<never>(
  'survey.insert',
  'insert into survey_answers (person_id, suggestion, comment, created_at) values ($1, $2, $3, $4::timestamptz)',
)

export function surveyStore(db: Database) {
  return {
    insert: async (personId: number, suggestion: string, comment: string, now: Date) => {
      await db.run(insert, [personId, suggestion, comment, now])
    },
  }
}

export type SurveyStore = ReturnType<typeof surveyStore>
