import { createHash } from 'node:crypto'
import { isNeverShown, neverShownTests } from '@mi-portal/contract/results/never-shown'
import { findReservedQuestionnaire } from '@mi-portal/contract/results/reserved-questionnaires'
import type { Database } from '../../platform/database/database.ts'
import { findInstallationValue, putInstallationValue } from '../../platform/database/installation-values.ts'
import type { Row } from '../../platform/database/statement.ts'
import type { GetReservedGroup } from '../../ports/clinical-archive.ts'
import * as storedResultsSql from './stored-results.sql.ts'

type Test = Row<typeof storedResultsSql.storedExams>

/** Exams that one statement looks through, so that it ends in time in a large clinic. */
const examsAtOnce = 20_000

const hashName = 'judgedResults'

type StoredResultsDependencies = {
  readonly db: Database
  readonly getReservedGroup: GetReservedGroup
  readonly reservedRevision: () => string
}

async function judge(tests: readonly Test[], getReservedGroup: GetReservedGroup) {
  const judged: (Test & Record<'reserved_group' | 'questionnaire', string | null> & { shown: boolean })[] = []
  for (const test of tests) {
    const codes = [test.code, test.loinc].filter((code) => code !== null)
    const shown = !isNeverShown(test.name, codes)
    const reserved_group = await getReservedGroup({ codes, names: [test.name] })
    const questionnaire = findReservedQuestionnaire({ codes, names: [test.name] })
    if (!shown || reserved_group !== null) judged.push({ ...test, shown, reserved_group, questionnaire })
  }
  return judged
}

/** Hides and reserves stored results that the present lists name. Does nothing if the same lists were applied before. */
export async function judgeStoredResults({
  db,
  getReservedGroup,
  reservedRevision,
}: StoredResultsDependencies): Promise<void> {
  const hash = createHash('sha256')
    .update(JSON.stringify([neverShownTests, reservedRevision()]))
    .digest('hex')
  if ((await findInstallationValue(db, hashName)) === hash) return
  const [last] = await db.run(storedResultsSql.lastExam, {})
  for (let from = 1; from <= (last?.id ?? 0); from += examsAtOnce) {
    const stretch = { first_exam: from, last_exam: from + examsAtOnce - 1 }
    const results = await judge(await db.run(storedResultsSql.storedTests, stretch), getReservedGroup)
    await db.run(storedResultsSql.judgeResults, { ...stretch, judged: JSON.stringify(results) })
    await db.run(storedResultsSql.judgeQuestionnaires, { ...stretch, judged: JSON.stringify(results) })
    const exams = await judge(await db.run(storedResultsSql.storedExams, stretch), getReservedGroup)
    await db.run(storedResultsSql.judgeExams, { ...stretch, judged: JSON.stringify(exams) })
    await db.run(storedResultsSql.hideEmpty, stretch)
  }
  await putInstallationValue(db, hashName, hash)
}
