/**
 * Is loaded before a server. On SIGUSR2 it runs the garbage collector and writes the bytes still in use into
 * the file named by DRILL_HEAP.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

process.on('SIGUSR2', async () => {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
  writeFileSync(process.env.DRILL_HEAP ?? '', String(process.memoryUsage().heapUsed))
})
