/** What the server counts, for whoever watches it: calls, mails and jobs. Nothing about people. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = {
  /** `ms` from the first byte read to the answer sent. */
  readonly call: (route: string, status: number, ms: number) => void
  readonly mail: (outcome: string) => void
  /** `seconds` as long as the run took. */
  readonly job: (name: string, outcome: string, seconds: number) => void
  /** Everything counted, in Prometheus' text format. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const calls = new Counter({
    name: 'portal_requests_total',
    help: 'Calls by route and status',
    labelNames: ['route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'portal_request_seconds',
    help: 'Time to answer by route',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers,
  })
  const mails = new Counter({
    name: 'portal_mails_total',
    help: 'Mails by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const jobs = new Counter({
    name: 'portal_jobs_total',
    help: 'Runs of periodic jobs by outcome',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'portal_job_seconds',
    help: 'Time that a run of a periodic job took',
    labelNames: ['job'],
    buckets: [0.1, 1, 5, 30, 120, 600],
    registers,
  })
  collectDefaultMetrics({ register: registry })
  return {
    call: (route, status, ms) => {
      calls.inc({ route, status: String(status) })
      seconds.observe({ route }, ms / 1000)
    },
    mail: (outcome) => mails.inc({ outcome }),
    job: (name, outcome, seconds) => {
      jobs.inc({ job: name, outcome })
      jobSeconds.observe({ job: name }, seconds)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
