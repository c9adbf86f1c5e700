/** `npm run bench:fill -w tools`: fills a database with a clinic of a million patients, for `npm run bench -- --filled`. */
import { parseArgs } from 'node:util'
import { openFilled } from './cached-cluster.ts'
import { fillDatabase } from './filler.ts'

const usage = `npm run bench:fill -w tools -- [options]

  --scale N         a share of the whole: 1 is 1,000,000 patients with 10,000,000 hours (1)
  --seed N          which clinic (1)
  --people-only     no appointments, exams and audit entries: enough for npm run bench -- --filled --only staff
  --cluster FOLDER  a PostgreSQL of its own, kept in that folder; without it DATABASE_URL says where`

const { values: given } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    'people-only': { type: 'boolean', default: false },
    cluster: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

async function fill(): Promise<void> {
  if (given.help) {
    console.log(usage)
    return
  }
  const started = performance.now()
  const place = await openFilled(given.cluster)
  try {
    const speed = await fillDatabase({
      url: place.url,
      scale: Number(given.scale),
      seed: Number(given.seed),
      ...(given['people-only'] ? { tables: ['people'] } : {}),
      tell: (line) => console.log(line),
    })
    if (speed !== null) {
      const { bytes, seconds, bareSeconds } = speed
      const rate = (over: number) => `${(bytes / over / 1e6).toFixed(1)} MB/s`
      const ratio = bareSeconds / seconds
      console.log(
        `copied ${(bytes / 1e6).toFixed(0)} MB at ${rate(seconds)}, ${ratio.toFixed(2)} × a bare COPY of the same bytes (${rate(bareSeconds)}; at least 0.50)`,
      )
      // A smaller fill is not judged: most of its time is spent on starting.
      if (ratio < 0.5 && bytes > 200e6) process.exitCode = 1
    }
    console.log(`filled; took ${Math.round((performance.now() - started) / 1000)} s`)
  } finally {
    await place.stop()
  }
}

await fill()
