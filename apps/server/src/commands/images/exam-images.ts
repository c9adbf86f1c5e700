import { chooseScanner, openImageImport } from '../../adapters/choose.ts'
import { createFileRecords } from '../../modules/uploads/create-file-records.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ImageImport, ImagingExam } from '../../ports/image-archive.ts'
import { fail, withOpenDatabase } from '../command-line.ts'

export function readExamNumber(option: string | undefined, usage: string): number {
  if (!/^[1-9]\d{0,8}$/.test(option ?? '')) fail(usage)
  return Number(option)
}

export async function withExamImages(
  config: Config,
  id: number,
  use: (images: ImageImport, exam: ImagingExam) => Promise<void>,
): Promise<void> {
  await withOpenDatabase(config, async (db) => {
    const fileRecords = createFileRecords(db, chooseScanner(config) === null ? 'unscanned' : 'pending')
    const images = await openImageImport({ db, clock: systemClock, config }, fileRecords)
    const exam = await images.findExam(id)
    if (exam === null) fail(`There is no exam ${id}.`)
    await use(images, exam)
  })
}
