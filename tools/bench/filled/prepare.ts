/** Prepares a filled clinic for a measure: creates sessions and removes what an earlier measure left. */
import type { Database } from '../../../apps/server/src/platform/database/database.ts'
import { migrate, readMigrations } from '../../../apps/server/src/platform/database/migrate.ts'
import { statement } from '../../../apps/server/src/platform/database/statement.ts'
import { openSessions } from '../clinic.ts'

const counted = statement<{ scale: number; patients: number; hours: number; left: boolean }>(
  'bench.filled',
  `select scale, (select count(*)::int from people) as patients, (select count(*)::int from appointments) as hours,
     exists (select from bench_fill.set_aside) as left
   from bench_fill.plan`,
)

/**
 * The professionals whose calendars the booking measure fills. They are not deleted, because each deletion
 * would search all appointments. The tokens of that measure refer to sessions by their ids, from 1.
 */
const ownProfessionals = `(select id from professionals where rut like '2%')`
const leftOver = `
  delete from sessions;
  alter table sessions alter column id restart;
  delete from booking_keys;
  delete from holds;
  delete from freed_hours;
  delete from appointments where professional_id in ${ownProfessionals};
  delete from slots where professional_id in ${ownProfessionals};
  delete from schedules where professional_id in ${ownProfessionals};
  delete from professional_specialties where professional_id in ${ownProfessionals};
  delete from tries;
  delete from outbox`

export async function prepareFilled(
  owner: Database,
  sessions: number,
  migrationsFolder: string,
): Promise<{ scale: number; patients: number; hours: number }> {
  await migrate(owner, readMigrations(migrationsFolder))
  const [size] = await owner.run(counted, [])
  if (!size || size.left)
    throw new Error('this clinic is not filled to its end: start npm run bench:fill -w tools again')
  for (const part of leftOver.split(';')) await owner.script(part)
  // A job that is due would run during the measure.
  await owner.script('delete from periodic_jobs')
  await openSessions(owner, sessions)
  for (const table of ['sessions', 'people', 'appointments', 'audit_events', 'slots']) {
    await owner.script(`vacuum analyze ${table}`)
  }
  await owner.script('checkpoint')
  return size
}
