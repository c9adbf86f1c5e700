/** What the lists cost inside the database: no list may grow dearer with the clinic's archive. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { buildExam, buildHour, buildPerson } from '../../../test/build.ts'
import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Statement, statement } from '../../platform/database/statement.ts'
import { embeddedArchive } from './embedded.ts'

const now = new Date('2026-11-26T15:00:00Z')

/** Runs something as the owner of the tables, outside any transaction. */
async function asOwner(db: Database, sql: string): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) {
    await db.script('reset role')
    await db.script(sql)
    await db.script('set role portal_app')
    return
  }
  const [found] = await db.run(
    statement<{ name: string }>('test.database', 'select current_database() as name'),
    [],
  )
  const own = new URL(url)
  own.pathname = `/${found?.name}`
  const client = new pg.Client({ connectionString: own.toString() })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** The statement that a question puts to the database, with its values. */
async function asked(ask: (archive: ReturnType<typeof embeddedArchive>) => Promise<unknown>, db: Database) {
  const caught: { text: string; values: readonly unknown[] }[] = []
  const archive = embeddedArchive({
    ...db,
    run: <Row>(one: Statement<Row>, values: Parameters<Database['run']>[1]) => {
      caught.push({ text: one.text, values })
      return db.run(one, values)
    },
  })
  await ask(archive)
  expect(caught).toHaveLength(1)
  return caught[0]!
}

function literal(value: unknown): string {
  if (value instanceof Date) return `'${value.toISOString()}'`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** The plan that a prepared statement settles on, whatever its values, and the buffers that one run of it touches. */
async function explained(db: Database, one: { text: string; values: readonly unknown[] }) {
  return db.transaction(async (tx) => {
    await tx.orm.execute('set local plan_cache_mode = force_generic_plan')
    await tx.orm.execute(`prepare explained as ${one.text}`)
    const run = `explain (analyze, buffers, timing off, format json) execute explained(${one.values.map(literal).join(', ')})`
    await tx.orm.execute(run)
    const rows = await tx.orm.execute<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(run)
    await tx.orm.execute('deallocate explained')
    const plan = Object.values(rows[0] ?? {})[0]?.[0]?.Plan
    if (!plan) throw new Error('no plan was given')
    const text = JSON.stringify(plan)
    return {
      nodes: [...text.matchAll(/"Node Type":"([^"]+)"/g)].map((match) => match[1]),
      buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    }
  })
}

test('a page of hours or exams with its total is read from an index, without sorting, in at most twelve buffers', async () => {
  const db = await openTestDatabase()
  const rows = db.kind === 'postgres' ? 100_000 : 10_000
  const patients: number[] = []
  for (let i = 0; i < 3; i++) patients.push((await buildPerson(db)).id)
  const [middle = 0] = patients.slice(1)
  await buildHour(db, { patient_id: middle, starts_at: new Date('2026-11-27T15:00:00Z') })
  await buildExam(db, { patient_id: middle })
  await asOwner(
    db,
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status)
     select 1, 'N' || n, 'Nombre', 'Apellido', 'STANDART_ROLE', 1 from generate_series(1, 2000) n;
     insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
       office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
     select 1 + (n * 7919) % 2000, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
       a.office_id, a.place_care, a.place_detail, a.modality, a.starts_at + at, a.ends_at + at, 'booked', a.created_at
     from (select * from appointments limit 1) a,
       (select n, make_interval(mins => (n * 11) % 1000000 - 950000) as at from generate_series(1, ${rows}) n) s;
     insert into exams (attention_number, patient_id, type, type_exam, doctor_solicite, type_patient, taken_at, created_at)
     select 'A-' || n, 1 + (n * 7919) % 2000, case when n % 3 = 0 then 'imaging' else 'laboratory' end, e.type_exam,
       e.doctor_solicite, e.type_patient, e.taken_at - make_interval(mins => (n * 11) % 1000000), e.created_at
     from (select * from exams limit 1) e, generate_series(1, ${rows} / 2) n;
     insert into exam_results (exam_id, position, patient_id, taken_at, code, name, value)
     select id, position, patient_id, taken_at, 'C' || (id + position) % 40, 'Analito', position
     from exams, generate_series(1, 1) position`,
  )
  for (const table of ['appointments', 'exams', 'exam_results']) await asOwner(db, `vacuum analyze ${table}`)

  const page = { page: 1, limit: 5 }
  for (const withoutReserved of [false, true]) {
    const of = { patientId: middle, withoutReserved }
    const lists = [
      await asked((archive) => archive.upcoming(of, now, page), db),
      await asked((archive) => archive.past(of, now, page), db),
      await asked((archive) => archive.exams(of, 'laboratory', page), db),
    ]
    for (const [index, list] of lists.entries()) {
      const { nodes, buffers } = await explained(db, list)
      expect(nodes.filter((node) => node?.includes('Sort') || node === 'Seq Scan')).toEqual([])
      // Of each exam it is asked, for an adolescent's guardian, whether all its results are reserved.
      if (index < 2 || !withoutReserved) expect(buffers).toBeLessThanOrEqual(12)
    }
    const results = await explained(db, await asked((archive) => archive.results(of, 1), db))
    expect(results.nodes).not.toContain('Seq Scan')
  }
  await db.close()
}, 120_000)
