/** Runs the statements of docs/operations/growth.md on the current schema. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { brokenConstraint } from '../src/platform/database/constraint-errors.ts'
import { ask } from './ask.ts'
import { buildAppointment, buildPerson } from './build.ts'
import { openTestDatabase, urlOfTestDatabase } from './database.ts'
import { projectFile } from './portal.ts'

test('the partitions of the growth guide hold the earlier rows and reject overlapping appointments', async () => {
  const db = await openTestDatabase()
  onTestFinished(() => db.close())
  const patient = await buildPerson(db)
  const starts_at = new Date('2026-12-01T13:00:00Z')
  await buildAppointment(db, { patient_id: patient.id, starts_at })
  const scripts = [...projectFile('docs/operations/growth.md').matchAll(/^```sql\n(.*?)^```/gms)]
  expect(scripts).toHaveLength(2)

  const owner = new pg.Client({ connectionString: await urlOfTestDatabase(db) })
  await owner.connect()
  onTestFinished(() => owner.end())
  for (const [, script = ''] of scripts) await owner.query(script)

  const nextYear = new Date('2027-12-01T13:00:00Z')
  await buildAppointment(db, { patient_id: patient.id, starts_at: nextYear })
  expect(
    await ask(db, 'select tableoid::regclass::text as partition from appointments order by starts_at'),
  ).toEqual([{ partition: 'hours_2026.appointments' }, { partition: 'hours_2027.appointments' }])
  // The constraint of a patient's appointments concerns those that the scheduling service made.
  await buildAppointment(db, { patient_id: patient.id, starts_at })
  const rejected = await ask(db, 'update appointments set scheduled = true').catch((error: unknown) => error)
  expect(brokenConstraint(rejected)).toBe('appointments_patient_once')
  await ask(
    db,
    `insert into audit_events (actor_role, action, outcome, at) values ('STANDART_ROLE', 'session.open', 'done', '2027-03-01T12:00:00Z') returning id`,
  )
  expect(await ask(db, 'select tableoid::regclass::text as partition from audit_events')).toEqual([
    { partition: 'audit_events_2027' },
  ])
})
