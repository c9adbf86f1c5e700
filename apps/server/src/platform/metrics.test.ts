import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const documents = join(import.meta.dirname, '../../../../docs/observability')

test.each(['dashboard.json', 'alerts.yaml'])(
  '%s asks for nothing that a server does not publish',
  async (name) => {
    const metrics = createMetrics()
    metrics.call('/api/auth/login', 200, 12)
    metrics.mail('sent')
    metrics.job('mailing.deliver', 'done', 0.2)
    const published = await metrics.text()
    const text = readFileSync(join(documents, name), 'utf8')
    const asked = new Set(text.match(/\b(portal|process|nodejs)_[a-z0-9_]+\b/g))
    expect(asked.size).toBeGreaterThan(4)
    for (const series of asked) {
      expect(published, series).toMatch(new RegExp(`^${series}(\\{| )`, 'm'))
    }
  },
)
