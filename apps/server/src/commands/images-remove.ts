/** `npm run images:remove -- --exam NUMBER`: removes the images of an exam that `npm run images:add` stored in the portal. */
import { chooseScanner, openImageImport } from '../adapters/choose.ts'
import { createFileRecordsModule } from '../modules/uploads/uploads.module.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { readMigrations } from '../platform/database/migrate.ts'
import { withDatabase } from '../platform/database/open.ts'
import { migrationsFolder } from '../platform/installed.ts'
import { createLogger } from '../platform/logger.ts'
import { fail, readOptions, reportTrouble } from './command-line.ts'

const usage = `npm run images:remove -- --exam NUMBER

  --exam NUMBER   the exam, with the number that npm run archive:add prints

Removes all images that were stored for the accession number of an exam, such as those of a wrong exam. Patients no longer see them; the
server deletes their files within an hour. Run it with the server's environment, as the server's user:
node --env-file=/etc/mi-portal/portal.env dist/server/images-remove.mjs --exam NUMBER. The server may be running.`

async function run(): Promise<void> {
  const { values } = readOptions(usage, {
    options: { exam: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (!/^[1-9]\d{0,8}$/.test(values.exam ?? '')) fail(usage)
  const id = Number(values.exam)
  const config = readConfig()
  await withDatabase(config, readMigrations(migrationsFolder()), createLogger('silent'), async (db) => {
    const { fileRecords } = createFileRecordsModule({ db }, { scanner: chooseScanner(config) })
    const images = await openImageImport({ db, clock: systemClock, config }, fileRecords)
    const exam = await images.findExam(id)
    if (exam === null) fail(`There is no exam ${id}.`)
    const removed = await images.remove(exam)
    if (removed === 0) fail(`The portal stores no images of the exam ${id}.`)
    process.stdout.write(`Exam ${id}: ${removed} images removed\n`)
  })
}

await run().catch(reportTrouble)
