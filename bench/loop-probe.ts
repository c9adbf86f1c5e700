/** Loaded into the server before its own code: measures how long the event loop keeps a timer waiting, on request. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

// The histogram counts the timer's own period in.
const period = 5

const delays = monitorEventLoopDelay({ resolution: period })

process.on('message', (asked: 'start' | 'read') => {
  if (asked === 'start') {
    delays.reset()
    delays.enable()
    return
  }
  delays.disable()
  process.send?.({ p99: Math.max(0, delays.percentile(99) / 1e6 - period) })
})
// The channel must not keep a server alive that closes.
process.channel?.unref()
