// A process for the drills: writes to the folder named in its first argument, one line out for each acknowledged id.
import { writeSync } from 'node:fs'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { writeUntil } from './embedded-drills.ts'

const [folder = '', firstId = '0'] = process.argv.slice(2)
const started = performance.now()
const { client } = await openEmbedded(folder)
writeSync(1, `open after ${Math.round(performance.now() - started)} ms\n`)
await writeUntil(
  client,
  () => false,
  Number(firstId),
  (id) => writeSync(1, `${id}\n`),
)
