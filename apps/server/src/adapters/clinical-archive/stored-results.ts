import { createHash } from 'node:crypto'
import { isNeverShown, neverShownTests } from '@mi-portal/contract/results/never-shown'
import { findReservedQuestionnaire } from '@mi-portal/contract/results/reserved-questionnaires'
import type { Database } from '../../platform/database/database.ts'
import { findInstallationValue, putInstallationValue } from '../../platform/database/installation-values.ts'
import { statement } from '../../platform/database/statement.ts'
import type { GetReservedGroup } from '../../ports/clinical-archive.ts'

type Test = { readonly name: string; readonly code: string | null; readonly loinc: string | null }

const lastExam = statement<{ id: number | null }>('storedResults.last', 'select max(id) as id from exams')
// $1 and $2: the first and the last exam of a stretch.
const storedTests = statement<Test>(
  'storedResults.tests',
  'select distinct name, code, loinc from exam_results where exam_id between $1 and $2',
)
/** The group by which the law reserves an exam, which is stored apart while the patient keeps the exam private. */
const lawGroup = 'case when e.private_since is null then e.reserved_group else e.law_group end'
const storedExams = statement<Test>(
  'storedResults.exams',
  `select distinct e.type_exam as name, e.panel_code as code, null::text as loinc from exams e
   where e.id between $1 and $2 and (e.shown or ${lawGroup} is null)`,
)
// The document was printed, or sent, with a result that is hidden now.
const judgeResults = statement<never>(
  'storedResults.judge',
  `with judged as (
     select * from json_to_recordset($3::json) as j (name text, code text, loinc text, shown boolean, reserved_group text)
   ), changed as (
     update exam_results r set shown = r.shown and j.shown, reserved_group = coalesce(r.reserved_group, j.reserved_group)
     from judged j
     where r.exam_id between $1 and $2 and r.name = j.name and r.code = j.code and r.loinc is not distinct from j.loinc
       and ((r.shown and not j.shown) or (r.reserved_group is null and j.reserved_group is not null))
     returning r.exam_id, j.shown
   )
   update exams set document_withheld = true where id in (select exam_id from changed where not shown)`,
)
const judgeExams = statement<never>(
  'storedResults.judgeExams',
  `with judged as (
     select * from json_to_recordset($3::json) as j (name text, code text, loinc text, shown boolean, reserved_group text)
   )
   update exams e set shown = e.shown and j.shown, reserved_group = coalesce(${lawGroup}, j.reserved_group)
   from judged j
   where e.id between $1 and $2 and e.type_exam = j.name and e.panel_code is not distinct from j.code
     and ((e.shown and not j.shown) or (${lawGroup} is null and j.reserved_group is not null))`,
)
// An exam with a part of a reserved questionnaire is reserved as a whole.
const judgeQuestionnaires = statement<never>(
  'storedResults.judgeQuestionnaires',
  `with judged as (
     select * from json_to_recordset($3::json) as j (name text, code text, loinc text, questionnaire text)
     where questionnaire is not null
   )
   update exams e set reserved_group = coalesce(${lawGroup}, (
     select min(j.questionnaire) from exam_results r join judged j
       on r.name = j.name and r.code = j.code and r.loinc is not distinct from j.loinc where r.exam_id = e.id))
   where e.id between $1 and $2 and ${lawGroup} is null and exists (
     select from exam_results r join judged j
       on r.name = j.name and r.code = j.code and r.loinc is not distinct from j.loinc where r.exam_id = e.id)`,
)
const hideEmpty = statement<never>(
  'storedResults.hideEmpty',
  `update exams e set shown = false
   where e.id between $1 and $2 and e.shown and exists (select from exam_results r where r.exam_id = e.id)
     and not exists (select from exam_results r where r.exam_id = e.id and r.shown)`,
)

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
  const [last] = await db.run(lastExam, [])
  for (let from = 1; from <= (last?.id ?? 0); from += examsAtOnce) {
    const stretch = [from, from + examsAtOnce - 1]
    const results = await judge(await db.run(storedTests, stretch), getReservedGroup)
    await db.run(judgeResults, [...stretch, JSON.stringify(results)])
    await db.run(judgeQuestionnaires, [...stretch, JSON.stringify(results)])
    const exams = await judge(await db.run(storedExams, stretch), getReservedGroup)
    await db.run(judgeExams, [...stretch, JSON.stringify(exams)])
    await db.run(hideEmpty, stretch)
  }
  await putInstallationValue(db, hashName, hash)
}
