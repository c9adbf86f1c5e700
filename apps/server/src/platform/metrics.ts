import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  readonly call: (route: string, status: number, ms: number) => void
  readonly mail: (outcome: string) => void
  readonly job: (name: string, outcome: string, seconds: number) => void
  readonly watchJobs: (areRunning: () => boolean) => void
  /** Adds values that are read whenever the metrics are requested. A value whose reading fails is left out. */
  readonly watch: (watched: Watched) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

type Unsent = { readonly state: string; readonly messages: number; readonly oldestSeconds: number }

type Watched = {
  readonly connections: () => { readonly used: number; readonly idle: number; readonly waiting: number }
  readonly outbox: () => Promise<readonly Unsent[]>
  /** Seconds since the last recorded backup; null if no backup is recorded. */
  readonly backupAge: () => Promise<number | null>
  readonly files: () => Promise<Readonly<Record<string, number>>>
  readonly isScannerReachable: () => Promise<boolean | null>
}

const unsentStates = ['queued', 'sending', 'parked'] as const

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

  function watchStates(name: string, help: string, read: () => Promise<Readonly<Record<string, number>>>) {
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers,
      async collect() {
        const counts = await read().catch(() => ({}))
        this.reset()
        for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
      },
    })
  }

  function watchValue(name: string, help: string, read: () => Promise<number | boolean | null>) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read().catch(() => null)
        if (value === null) this.remove()
        else this.set(Number(value))
      },
    })
  }

  function watch({ connections, outbox, backupAge, files, isScannerReachable }: Watched): void {
    watchStates(
      'portal_database_connections',
      'Connections of the pool in use and idle, and callers waiting for one',
      async () => {
        const { used, idle, waiting } = connections()
        return { used, idle, waiting }
      },
    )
    const readOutbox = (amount: 'messages' | 'oldestSeconds') => async () => {
      const found = await outbox()
      const toAmount = (state: string) => found.find((one) => one.state === state)?.[amount] ?? 0
      return Object.fromEntries(unsentStates.map((state) => [state, toAmount(state)]))
    }
    watchStates(
      'portal_outbox_messages',
      'Unsent mails by state; parked ones were given up',
      readOutbox('messages'),
    )
    watchStates(
      'portal_outbox_oldest_seconds',
      'Age of the oldest unsent mail by state',
      readOutbox('oldestSeconds'),
    )
    watchValue(
      'portal_backup_age_seconds',
      'Seconds since the last backup that npm run portal -- backup recorded; absent if there is none',
      backupAge,
    )
    watchStates(
      'portal_files',
      'Files that wait for the scanner, were blocked by it, were never scanned, or are not sealed under the secret in force',
      files,
    )
    watchValue(
      'portal_scanner_reachable',
      '1 while the scanner of uploaded files answers; absent if there is none',
      isScannerReachable,
    )
  }

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
    watchJobs: (areRunning) => {
      new Gauge({
        name: 'portal_jobs_running',
        help: '1 while the periodic jobs of this server run',
        registers,
        collect() {
          this.set(areRunning() ? 1 : 0)
        },
      })
    },
    watch,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
