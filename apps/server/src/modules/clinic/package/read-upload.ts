/** Reads uploaded files of a clinic package in a thread, because a small file can keep a library busy for minutes. */
import type { ClinicPackage, PartName } from '@mi-portal/contract/clinic/clinic-package'
import { createThread, ThreadError } from '../../../platform/threads/thread.ts'
import type { PackageError } from './parsed-part.ts'

export type PackageQuestion = { readonly part: PartName | null; readonly bytes: Uint8Array }

export type ReadUpload =
  | { readonly isArchive: false }
  | {
      readonly isArchive: true
      readonly content: unknown
      readonly errors: readonly PackageError[]
      readonly images: ReadonlyMap<string, Uint8Array>
    }

/** More errors than a person corrects at a time are left out. */
const mostErrors = 100

const reader = createThread<PackageQuestion, ReadUpload>({
  bundled: 'package-reader.mjs',
  source: 'src/modules/clinic/package/package-thread.ts',
  limits: { timeout: 10_000, idle: 60_000 },
})

type Read<Content> = {
  readonly content: Content | null
  readonly errors: readonly PackageError[]
  readonly images: ReadonlyMap<string, Uint8Array>
}

async function read(question: PackageQuestion): Promise<Read<unknown>> {
  const answer = await reader.ask(question).catch((error: unknown) => {
    if (error instanceof ThreadError) return null
    throw error
  })
  const failed = (error: PackageError) => ({ content: null, errors: [error], images: new Map() })
  if (answer === null) return failed(tooComplex)
  if (!answer.isArchive) return failed(notAnArchive)
  const { errors, images } = answer
  return errors.length > 0 ? { content: null, errors: errors.slice(0, mostErrors), images } : answer
}

export const readUploadedPart = (part: PartName, bytes: Uint8Array): Promise<Read<unknown>> =>
  read({ part, bytes })

export const readUploadedPackage = (bytes: Uint8Array): Promise<Read<ClinicPackage>> =>
  // The thread checks a package by the schemas of its parts.
  read({ part: null, bytes }) as Promise<Read<ClinicPackage>>

const place = { file: 'archivo', line: 1, field: '' }
const notAnArchive: PackageError = {
  ...place,
  message: 'El archivo no es un ZIP que se pueda leer',
  remedy: 'Descarga el archivo otra vez y comprímelo como ZIP',
}
const tooComplex: PackageError = {
  ...place,
  message: 'El archivo es demasiado complejo para leerlo',
  remedy: 'Revisa que sea el archivo correcto, o divídelo',
}
