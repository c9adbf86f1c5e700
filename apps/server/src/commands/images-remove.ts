import { readConfig } from '../platform/config/config.ts'
import { fail, readOptions } from './command-line.ts'
import { readExamNumber, withExamImages } from './images/exam-images.ts'

const usage = `npm run portal -- images:remove --exam NUMBER

  --exam NUMBER   the exam, with the number that npm run portal -- archive:add prints

Removes all images that were stored for the accession number of an exam, such as those of a wrong exam. Patients no longer see them; the
server deletes their files within an hour. Run it with the server's environment, as the server's user:
node --env-file=/etc/mi-portal/portal.env dist/server/portal.mjs images:remove --exam NUMBER. The server may be running.`

export async function run(args: readonly string[]): Promise<void> {
  const { exam: number } = readOptions(usage, args, { exam: { type: 'string' } })
  const id = readExamNumber(number, usage)
  await withExamImages(readConfig(), id, async (images, exam) => {
    const removed = await images.remove(exam)
    if (removed === 0) fail(`The portal stores no images of the exam ${id}.`)
    process.stdout.write(`Exam ${id}: ${removed} images removed\n`)
  })
}
