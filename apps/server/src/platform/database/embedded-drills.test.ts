import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drillKills, drillPowerCuts, makeDrillFolder } from '../../../test/drills/embedded-drills.ts'

// The same with more rounds: `npm run drill -- F2`.
let made: string
beforeAll(async () => {
  made = await makeDrillFolder()
})
afterAll(() => rmSync(made, { recursive: true }))

const whole = { lost: [], halfDone: 0 }

test('a killed server loses no acknowledged change and leaves none half done', async () => {
  const report = await drillKills(made, 5)
  expect(report).toMatchObject(whole)
  expect(report.acknowledged).toBeGreaterThanOrEqual(150)
}, 60_000)

test('a power cut loses no acknowledged change, when the disk has nothing but what was synced', async () => {
  const report = await drillPowerCuts(made, 3, 'lost')
  expect(report).toMatchObject(whole)
  expect(report.acknowledged).toBeGreaterThanOrEqual(90)
}, 60_000)

test('a power cut loses no acknowledged change, when the disk has some of what was only written', async () => {
  const report = await drillPowerCuts(made, 3, 'some kept')
  expect(report).toMatchObject(whole)
  expect(report.acknowledged).toBeGreaterThanOrEqual(90)
}, 60_000)
