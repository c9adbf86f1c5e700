import { stat } from 'node:fs/promises'
import { readConfig } from '../platform/config/config.ts'
import {
  type CheckedImage,
  type ImageImport,
  type ImagingExam,
  RejectedImagesError,
  type UnshowableSeries,
} from '../ports/image-archive.ts'
import { fail, readArguments } from './command-line.ts'
import { readExamNumber, withExamImages } from './images/exam-images.ts'
import { type FoundFiles, findFiles, openFile } from './images/medium-files.ts'

const usage = `npm run portal -- images:add --exam NUMBER PATH [PATH…]

  --exam NUMBER   the exam, with the number that npm run portal -- archive:add prints

Stores DICOM images of an imaging exam: all of them or none. PATH is a DICOM file, a folder, or a medium such as a CD with its
DICOMDIR. Every image must have the accession number of the exam and the document of its patient. Images that are stored already
stay as they are. One image of each series is rendered as patients see it, and series that cannot be shown are named. Run it with
the server's environment, as the server's user: node --env-file=/etc/mi-portal/portal.env
dist/server/portal.mjs images:add --exam NUMBER PATH. The server may be running.`

const mostNamed = 20

function listNames(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).map((name) => `  ${name}`)
  const rest = names.length - named.length
  return [...named, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n')
}

type Found = {
  readonly images: readonly CheckedImage[]
  readonly withoutImages: readonly string[]
}

async function checkFiles(
  { check }: ImageImport,
  exam: ImagingExam,
  { images: paths, lost }: FoundFiles,
): Promise<Found> {
  const problems = lost.map((path) => `${path}: is named by the DICOMDIR and is missing or no DICOM file`)
  const images: CheckedImage[] = []
  const withoutImages: string[] = []
  for (const path of paths) {
    try {
      const image = await check(exam, { bytes: (await stat(path)).size, open: () => openFile(path) })
      if (image === null) withoutImages.push(path)
      else images.push(image)
    } catch (error) {
      if (!(error instanceof RejectedImagesError)) throw error
      problems.push(`${path}: ${error.message}`)
    }
  }
  if (problems.length > 0) fail(`No image was stored:\n${listNames(problems)}`)
  return { images, withoutImages }
}

function checkKind({ id, type, accession_number }: ImagingExam): void {
  if (type !== 'imaging') fail(`The exam ${id} is not an imaging exam.`)
  if (accession_number === null)
    fail(`The exam ${id} has no accession number: send its result again, corrected, with accession_number.`)
}

function reportLeftOut(
  { withoutImages }: Found,
  unshowable: readonly UnshowableSeries[],
  { others, hasArchive }: { readonly others: readonly string[]; readonly hasArchive: boolean },
): void {
  const notes = [
    ...(withoutImages.length === 0
      ? []
      : [`Left out, because they have no images:\n${listNames(withoutImages)}`]),
    ...(others.length === 0 ? [] : [`Left out, because they are no DICOM files:\n${listNames(others)}`]),
    ...(unshowable.length === 0
      ? []
      : [
          `The portal cannot show these series, and offers their files as a download:\n${listNames(
            unshowable.map(({ series, images, reason }) => `${series} (${images} images): ${reason}`),
          )}`,
        ]),
    ...(hasArchive ? ['The portal shows the images of IMAGES_URL, and these only without it.'] : []),
  ]
  for (const note of notes) process.stdout.write(`${note}\n`)
}

export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(usage, args, { exam: { type: 'string' } })
  if (positionals.length === 0) fail(usage)
  const id = readExamNumber(values.exam, usage)
  const files = await findFiles(positionals)
  const config = readConfig()
  await withExamImages(config, id, async (images, exam) => {
    checkKind(exam)
    const found = await checkFiles(images, exam, files)
    if (found.images.length === 0) fail('There are no DICOM images at these paths.')
    const added = await images.store(exam, found.images).catch((error: unknown) => {
      if (error instanceof RejectedImagesError) fail(`No image was stored: ${error.message}.`)
      throw error
    })
    const unshowable = await images.findUnshowable(found.images)
    reportLeftOut(found, unshowable, { others: files.others, hasArchive: config.images !== null })
    const known = found.images.length - added
    process.stdout.write(`Exam ${id}: ${added} images added, ${known} already there\n`)
  })
}
