/** Every drill of a fault that the portal has to survive, by its number. */
import { drillClockSteps } from './faults/clock-steps.ts'
import { drillDatabaseOutage } from './faults/database-outage.ts'
import { drillFullDisk } from './faults/full-disk.ts'
import { drillLockedTable } from './faults/locked-table.ts'
import { drillLoginFlood } from './faults/login-flood.ts'
import { drillMailTrouble } from './faults/mail-trouble.ts'
import { drillAbortedUploads, drillMultipart, drillOddJson } from './faults/odd-bodies.ts'
import { drillSecondServer, drillServerKills } from './faults/server-kills.ts'
import { drillIdleConnections, drillSlowConnections } from './faults/slow-connections.ts'
import { drillSoak } from './faults/soak.ts'
import { drillStops } from './faults/stops.ts'
import { drillTimeZones } from './faults/time-zones.ts'
import { drillTwoServers } from './faults/two-servers.ts'
import type { Ground } from './ground/ground.ts'
import type { Outcome, Portion, Size } from './ground/outcome.ts'
import { drillBackup } from './upkeep/backup.ts'
import { drillMigration } from './upkeep/migration.ts'
import { drillStandby } from './upkeep/standby.ts'

type Drill = {
  readonly id: `F${number}` | 'STANDBY'
  readonly what: string
  /** The tests that run it already in their own size. */
  readonly testedBy?: string
  /** What can be run alone. */
  readonly parts?: readonly string[]
  readonly run: (ground: Ground, size: Size, portion: Portion) => Promise<Outcome>
}

export const drills: readonly Drill[] = [
  {
    id: 'F1',
    what: 'servers killed under load, with an external PostgreSQL and with the embedded one',
    parts: ['postgres', 'embedded'],
    run: drillServerKills,
  },
  {
    id: 'F3',
    what: 'a second server on the folder of the embedded database',
    run: drillSecondServer,
  },
  {
    id: 'F4',
    what: 'PostgreSQL stopped, restarted, killed and silent, under load',
    run: drillDatabaseOutage,
  },
  { id: 'F5', what: 'a table locked for long, and every connection taken', run: drillLockedTable },
  {
    id: 'F6',
    what: 'the mail server down, refusing, hanging; its sender killed',
    parts: ['outage', 'kills'],
    run: drillMailTrouble,
  },
  { id: 'F7', what: 'the disk of the files short of space, and full', run: drillFullDisk },
  {
    id: 'F8',
    what: 'two servers over one PostgreSQL',
    parts: ['sessions', 'hours', 'requests', 'tries', 'jobs'],
    run: drillTwoServers,
  },
  { id: 'F9', what: 'days and hours in three time zones, at both clock changes', run: drillTimeZones },
  { id: 'F10', what: 'connections that send headers and bodies slowly', run: drillSlowConnections },
  { id: 'F11', what: 'thousands of idle connections', run: drillIdleConnections },
  { id: 'F12', what: 'huge, deep and odd JSON', run: drillOddJson },
  { id: 'F13', what: 'damaged forms', run: drillMultipart },
  { id: 'F14', what: 'uploads broken off', run: drillAbortedUploads },
  { id: 'F15', what: 'a backup under writes, restored on a blank machine', run: drillBackup },
  { id: 'F16', what: 'a populated database brought up to date under load', run: drillMigration },
  { id: 'F17', what: 'a long stretch of mixed calls', run: drillSoak },
  { id: 'F18', what: 'a flood of sign-ins against two servers', run: drillLoginFlood },
  { id: 'F19', what: 'servers stopped and replaced one after the other', run: drillStops },
  { id: 'F20', what: 'clock steps of hours and days', run: drillClockSteps },
  { id: 'STANDBY', what: 'a primary killed, and its standby promoted', run: drillStandby },
]
