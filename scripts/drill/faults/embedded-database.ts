/** F2: the power is cut under the embedded database; and its process killed, as F1 does to the whole server. */
import { rmSync } from 'node:fs'
import {
  drillKills,
  drillPowerCuts,
  makeDrillFolder,
} from '../../../apps/server/test/drills/embedded-drills.ts'
import type { Ground } from '../ground/ground.ts'
import { openFindings, type Size } from '../ground/outcome.ts'

export async function drillEmbedded(ground: Ground, size: Size) {
  const findings = openFindings(size)
  const rounds = size === 'whole' ? 30 : 3
  const made = await makeDrillFolder()
  ground.afterwards(() => rmSync(made, { recursive: true }))
  const reports = [
    { name: 'killed', ...(await drillKills(made, rounds)) },
    { name: 'power cut, unsynced lost', ...(await drillPowerCuts(made, rounds, 'lost')) },
    { name: 'power cut, unsynced partly kept', ...(await drillPowerCuts(made, rounds, 'some kept')) },
  ]
  for (const { name, acknowledged, lost, halfDone, reopening } of reports) {
    findings.add({ acknowledged, lost: lost.length })
    findings.recovered(reopening)
    findings.atMost(`${name}: half done`, halfDone, 0)
  }
  return findings.outcome()
}
