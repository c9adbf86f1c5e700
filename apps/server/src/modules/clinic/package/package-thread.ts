import { parentPort } from 'node:worker_threads'
import { parts } from '@mi-portal/contract/clinic/clinic-package'
import { imageBytes } from './package-files.ts'
import { readPackage, readPartFiles } from './read-package.ts'
import type { PackageQuestion, ReadUpload } from './read-upload.ts'
import { unpackArchive, withoutFolder } from './unpack-archive.ts'

async function readUpload({ part, bytes }: PackageQuestion): Promise<ReadUpload> {
  if (part === null) {
    const files = unpackArchive(bytes)
    if (files === null) return { isArchive: false }
    const own = withoutFolder(files, 'clinic.yaml')
    const { package: clinic, errors } = await readPackage(own)
    return { isArchive: true, content: clinic, errors, images: imageBytes(own) }
  }
  const { path, format } = parts[part]
  const files = format === 'csv' || format === 'yaml' ? new Map([[path, bytes]]) : unpackArchive(bytes)
  if (files === null) return { isArchive: false }
  return { isArchive: true, ...readPartFiles(withoutFolder(files, path), part), images: new Map() }
}

parentPort?.on('message', async (question: PackageQuestion) => {
  parentPort?.postMessage(await readUpload(question))
})
