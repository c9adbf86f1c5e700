/** Lists every failure test by its number. Each one causes a fault that the portal has to survive. */
import { testClockSteps } from './faults/clock-steps.ts'
import { testDatabaseOutage } from './faults/database-outage.ts'
import { testFullDisk } from './faults/full-disk.ts'
import { testLockedTable } from './faults/locked-table.ts'
import { testLoginFlood } from './faults/login-flood.ts'
import { testMailTrouble } from './faults/mail-trouble.ts'
import { testSecondServer, testServerKills } from './faults/server-kills.ts'
import { testIdleConnections, testSlowConnections } from './faults/slow-connections.ts'
import { testSoak } from './faults/soak.ts'
import { testStops } from './faults/stops.ts'
import { testTimeZones } from './faults/time-zones.ts'
import { testTwoServers } from './faults/two-servers.ts'
import type { Harness } from './harness/harness.ts'
import type { Outcome, Portion, Size } from './harness/outcome.ts'
import { testBackup } from './maintenance/backup.ts'
import { testMigration } from './maintenance/migration.ts'
import { testStandby } from './maintenance/standby.ts'

type FailureTest = {
  readonly id: `F${number}` | 'STANDBY'
  readonly what: string
  /** The parts that can be run alone. */
  readonly parts?: readonly string[]
  readonly run: (harness: Harness, size: Size, portion: Portion) => Promise<Outcome>
}

export const failureTests: readonly FailureTest[] = [
  {
    id: 'F1',
    what: 'servers killed under load, with an external PostgreSQL and with the embedded one',
    parts: ['postgres', 'embedded'],
    run: testServerKills,
  },
  {
    id: 'F3',
    what: 'a second server on the folder of the embedded database',
    run: testSecondServer,
  },
  {
    id: 'F4',
    what: 'PostgreSQL stopped, restarted, killed and silent, under load',
    run: testDatabaseOutage,
  },
  { id: 'F5', what: 'a table locked for long, and every connection taken', run: testLockedTable },
  {
    id: 'F6',
    what: 'the mail server down, refusing, hanging; its sender killed',
    parts: ['outage', 'kills'],
    run: testMailTrouble,
  },
  { id: 'F7', what: 'the disk of the files short of space, and full', run: testFullDisk },
  {
    id: 'F8',
    what: 'two servers over one PostgreSQL',
    parts: ['sessions', 'hours', 'requests', 'tries', 'jobs'],
    run: testTwoServers,
  },
  { id: 'F9', what: 'days and hours in three time zones, at both clock changes', run: testTimeZones },
  { id: 'F10', what: 'connections that send headers and bodies slowly', run: testSlowConnections },
  { id: 'F11', what: 'thousands of idle connections', run: testIdleConnections },
  { id: 'F15', what: 'a backup under writes, restored on a blank machine', run: testBackup },
  { id: 'F16', what: 'a populated database brought up to date under load', run: testMigration },
  { id: 'F17', what: 'a long stretch of mixed calls', run: testSoak },
  { id: 'F18', what: 'a flood of sign-ins against two servers', run: testLoginFlood },
  { id: 'F19', what: 'servers stopped and replaced one after the other', run: testStops },
  { id: 'F20', what: 'clock steps of hours and days', run: testClockSteps },
  { id: 'STANDBY', what: 'a primary killed, and its standby promoted', run: testStandby },
]
