/** `npm run drill -- [rounds]`: the kill and power-cut drills of the tests, with more rounds (default 30). */
import { rmSync } from 'node:fs'
import { drillKills, drillPowerCuts, makeDrillFolder } from '../apps/server/test/drills/embedded-drills.ts'

const rounds = Number(process.argv[2] ?? 30)
const made = await makeDrillFolder()
const reports = {
  killed: await drillKills(made, rounds),
  'power cut, unsynced lost': await drillPowerCuts(made, rounds, 'lost'),
  'power cut, unsynced partly kept': await drillPowerCuts(made, rounds, 'some kept'),
}
rmSync(made, { recursive: true })
for (const [name, report] of Object.entries(reports)) {
  console.log(
    `${name}: ${report.rounds} rounds, ${report.acknowledged} acknowledged, ${report.lost.length} lost, ${report.halfDone} half done, slowest reopening ${Math.round(report.reopening)} ms`,
  )
}
const whole = Object.values(reports).every((report) => report.lost.length === 0 && report.halfDone === 0)
process.exit(whole ? 0 : 1)
