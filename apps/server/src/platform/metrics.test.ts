import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const documents = join(import.meta.dirname, '../../../../docs/observability')

test.each(['dashboard.json', 'alerts.yaml'])('%s uses only metrics that a server publishes', async (name) => {
  const metrics = createMetrics()
  metrics.call('/api/auth/login', 200, 12)
  metrics.mail('sent')
  metrics.job('mailing.deliver', 'done', 0.2)
  metrics.jobsRunning(true)
  metrics.watch({
    connections: () => ({ used: 1, idle: 2, waiting: 0 }),
    outbox: async () => [{ state: 'queued', messages: 2, oldestSeconds: 30 }],
    backupAge: async () => 60,
    files: async () => ({ pending: 1, infected: 0, unscanned: 0 }),
    isScannerReachable: async () => true,
  })
  const published = await metrics.text()
  const text = readFileSync(join(documents, name), 'utf8')
  const asked = new Set(text.match(/\b(portal|process|nodejs)_[a-z0-9_]+\b/g))
  expect(asked.size).toBeGreaterThan(4)
  for (const series of asked) {
    expect(published, series).toMatch(new RegExp(`^${series}(\\{| )`, 'm'))
  }
})

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
