import { parentPort } from 'node:worker_threads'
import { parts } from '@mi-portal/contract/clinic/clinic-package'
import { newPackage, readTemplate } from './new-package.ts'
import { imageBytes, imageFolder, type PackageFiles } from './package-files.ts'
import { readImages } from './package-images.ts'
import { readPackage, readPartFiles } from './read-package.ts'
import type { PackageAnswer, PackageQuestion } from './read-upload.ts'
import { renderPreparation } from './render-markdown.ts'
import { unpackArchive, withoutFolder } from './unpack-archive.ts'
import { writePackage } from './write-package.ts'

type Question<Task> = Extract<PackageQuestion, { readonly task: Task }>

async function readFiles(files: PackageFiles): Promise<PackageAnswer> {
  const { package: clinic, errors } = await readPackage(files)
  return { content: clinic, errors, images: imageBytes(files) }
}

function readPart({ part, bytes }: Question<'readPart'>): PackageAnswer {
  const { path, format } = parts[part]
  const files = format === 'csv' || format === 'yaml' ? new Map([[path, bytes]]) : unpackArchive(bytes)
  return files && { ...readPartFiles(withoutFolder(files, path), part), images: new Map() }
}

async function checkPackage({ clinic, images, today, found }: Question<'check'>): Promise<PackageAnswer> {
  const { errors, locate } = await readPackage(writePackage(clinic, images), today)
  return { content: null, errors: [...errors, ...found.map(locate)], images: new Map() }
}

async function readImage({ name, bytes }: Question<'readImage'>): Promise<PackageAnswer> {
  const { images, errors } = await readImages(new Map([[`${imageFolder}${name}`, bytes]]))
  return { content: images, errors, images: new Map() }
}

async function answer(question: PackageQuestion): Promise<PackageAnswer> {
  if (question.task === 'readPart') return readPart(question)
  if (question.task === 'readImage') return readImage(question)
  if (question.task === 'render')
    return { content: renderPreparation(question.preparation), errors: [], images: new Map() }
  if (question.task === 'check') return checkPackage(question)
  if (question.task === 'make') return readFiles(newPackage(question.answers, await readTemplate()))
  const files = unpackArchive(question.bytes)
  return files && readFiles(withoutFolder(files, 'clinic.yaml'))
}

parentPort?.on('message', async (question: PackageQuestion) => {
  parentPort?.postMessage(await answer(question))
})
