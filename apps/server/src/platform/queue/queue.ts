/**
 * Processes what waits in a table or a folder, beside the requests. Any number of servers share a queue: each entry is claimed by one of
 * them, until its lease ends. A server that dies loses its claims, and another one processes the entries again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { describeError, type Logger } from '../logger.ts'

/** Repeats the storing of an outcome until the database answers, because an entry without an outcome would be processed again. */
export type Persist = <T>(store: () => Promise<T>) => Promise<T>

type Timing = {
  /** Milliseconds between two looks at the queue. */
  readonly poll: number
  /** Milliseconds that a claim holds. */
  readonly lease: number
  /** Milliseconds between two renewals of a claim. */
  readonly heartbeat: number
  /** Milliseconds between two attempts to store an outcome. */
  readonly persist: number
  /** Milliseconds for which a stop waits for the entries in progress. */
  readonly stop: number
}

export type QueueTiming = Partial<Timing>

const usualTiming: Timing = { poll: 3_000, lease: 60_000, heartbeat: 15_000, persist: 500, stop: 8_000 }

type QueueWork<Entry> = {
  readonly name: string
  readonly clock: Clock
  readonly logger: Logger
  readonly timing?: QueueTiming
  readonly concurrency?: number
  /**
   * Claims at most `limit` entries that are due, so that no other server gets them before `until`. Leaves out those that this server is
   * processing: a clock that was set forward must not hand them out again.
   */
  readonly claim: (limit: number, until: Date, inProgress: readonly Entry[]) => Promise<readonly Entry[]>
  /** Prolongs a claim. Absent if no entry takes longer than the lease. */
  readonly renew?: (entry: Entry, until: Date) => Promise<unknown>
  /** Processes an entry and stores its outcome. If it throws, the error is logged, and the entry is claimed again when it is due. */
  readonly process: (entry: Entry, persist: Persist) => Promise<unknown>
  /** Returns the milliseconds until the next attempt while the system that the entries need does not work; 0 while it works. */
  readonly rest?: () => number
  readonly onStop?: () => void
}

export type Queue = {
  readonly name: string
  readonly start: () => void
  readonly trigger: () => void
  readonly stop: () => Promise<void>
  readonly isReadable: () => boolean | null
  /**
   * Processes the next entry that is due, apart from the loop. Returns false if none is.
   *
   * @internal
   */
  readonly processNext: () => Promise<boolean>
}

export function createQueue<Entry>(work: QueueWork<Entry>): Queue {
  const { name, clock, logger, concurrency = 1, renew, rest = () => 0 } = work
  const timing = { ...usualTiming, ...work.timing }
  const inProgress = new Map<Entry, Promise<void>>()
  let isReadable: boolean | null = null
  let running: Promise<void> | undefined
  let isStopping = false
  let isAbandoned = false
  let isTriggered = false
  let wake = () => {}

  const leaseEnd = () => new Date(clock.now().getTime() + timing.lease)

  function trigger(): void {
    isTriggered = true
    wake()
  }

  async function pause(ms: number, isDeaf = false): Promise<void> {
    if (!isStopping && (isDeaf || !isTriggered)) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms).unref()
        wake = () => {
          if (isDeaf && !isStopping) return
          clearTimeout(timer)
          resolve()
        }
      })
    }
    wake = () => {}
    isTriggered = false
  }

  async function persist<T>(store: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await store()
      } catch (error) {
        if (isAbandoned) throw error
        await wait(timing.persist)
      }
    }
  }

  async function processEntry(entry: Entry): Promise<void> {
    // A failed renewal is harmless, because the next one may succeed.
    const heartbeat =
      renew && setInterval(() => renew(entry, leaseEnd()).catch(() => {}), timing.heartbeat).unref()
    try {
      await work.process(entry, persist)
    } finally {
      clearInterval(heartbeat)
    }
  }

  function begin(entry: Entry): void {
    const processed = processEntry(entry)
      .finally(() => inProgress.delete(entry))
      .then(trigger, (error: unknown) =>
        logger.error(
          { queue: name, ...describeError(error) },
          'an entry of a queue failed: it is tried again',
        ),
      )
    inProgress.set(entry, processed)
  }

  async function claimDue(): Promise<void> {
    const room = (rest() > 0 ? 1 : concurrency) - inProgress.size
    if (room <= 0) return
    try {
      for (const entry of await work.claim(room, leaseEnd(), [...inProgress.keys()])) begin(entry)
      isReadable = true
    } catch (error) {
      if (isReadable !== false)
        logger.warn(
          { queue: name, ...describeError(error) },
          'a queue cannot be read: its entries wait until it can be read again',
        )
      isReadable = false
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      if (rest() > 0 && inProgress.size === 0) await pause(rest(), true)
      if (!isStopping) await claimDue()
      await pause(timing.poll)
    }
  }

  return {
    name,
    start: () => {
      running ??= run()
    },
    trigger,
    stop: async () => {
      isStopping = true
      trigger()
      await running
      const timeout = new AbortController()
      await Promise.race([
        Promise.all(inProgress.values()),
        wait(timing.stop, undefined, { signal: timeout.signal }).catch(() => {}),
      ])
      timeout.abort()
      isAbandoned = true
      work.onStop?.()
    },
    isReadable: () => isReadable,
    processNext: async () => {
      const [entry] = await work.claim(1, leaseEnd(), [])
      if (entry === undefined) return false
      await processEntry(entry)
      return true
    },
  }
}
