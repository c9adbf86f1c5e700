import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('watched values are read each time metrics are requested, and values that cannot be read are left out', async () => {
  const metrics = createMetrics()
  let outbox = async () => [{ state: 'parked', messages: 3, oldestSeconds: 90 }]
  let age: number | null = 3600
  let isReachable: boolean | null = false
  metrics.watch({
    connections: () => ({ used: 6, idle: 0, waiting: 4 }),
    outbox: () => outbox(),
    backupAge: async () => age,
    files: async () => ({ pending: 2, infected: 1, unscanned: 0 }),
    isScannerReachable: async () => isReachable,
  })
  const first = await metrics.text()
  expect(first).toContain('portal_database_connections{state="waiting"} 4')
  expect(first).toContain('portal_database_connections{state="used"} 6')
  expect(first).toContain('portal_outbox_messages{state="parked"} 3')
  expect(first).toContain('portal_outbox_messages{state="queued"} 0')
  expect(first).toContain('portal_backup_age_seconds 3600')
  expect(first).toContain('portal_files{state="infected"} 1')
  expect(first).toContain('portal_scanner_reachable 0')
  outbox = async () => {
    throw new Error('the database does not answer')
  }
  age = null
  isReachable = null
  const second = await metrics.text()
  expect(second).not.toMatch(/^portal_(outbox_messages|backup_age_seconds|scanner_reachable)[{ ]/m)
  expect(second).toContain('portal_database_connections{state="used"} 6')
})
