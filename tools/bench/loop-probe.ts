/** Is loaded into a server before its own code. Measures the delay of the event loop on request. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

// The histogram includes the period of the timer itself.
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
// The channel must not keep a closing server alive.
process.channel?.unref()
