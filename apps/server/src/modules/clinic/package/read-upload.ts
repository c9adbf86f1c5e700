/** Reads, checks and makes clinic packages in a thread, because a small file can keep a library busy for minutes. */
import type { NewClinic } from '@mi-portal/contract/clinic/administration'
import type { ClinicPackage, PartName } from '@mi-portal/contract/clinic/clinic-package'
import type { Preparation } from '@mi-portal/contract/clinic/parts/preparations'
import { createThread, ThreadError } from '../../../platform/threads/thread.ts'
import type { Contradiction } from '../contradictions/contradiction.rules.ts'
import type { PackageError } from './parsed-part.ts'

type CheckedPackage = {
  readonly clinic: ClinicPackage
  readonly images: ReadonlyMap<string, Uint8Array>
  readonly today: string
  /** Contradictions that were found elsewhere. They become errors with the file and line of their value. */
  readonly found: readonly Contradiction[]
}

export type PackageQuestion =
  | { readonly task: 'readPart'; readonly part: PartName; readonly bytes: Uint8Array }
  | { readonly task: 'readPackage'; readonly bytes: Uint8Array }
  | { readonly task: 'readImage'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly task: 'render'; readonly preparation: Pick<Preparation, 'title' | 'body'> }
  | ({ readonly task: 'check' } & CheckedPackage)
  | { readonly task: 'make'; readonly answers: NewClinic }

type Read<Content> = {
  readonly content: Content | null
  readonly errors: readonly PackageError[]
  readonly images: ReadonlyMap<string, Uint8Array>
}

/** Null for an archive that cannot be read. */
export type PackageAnswer = Read<unknown> | null

/** More errors than a person corrects at a time are left out. */
const mostErrors = 100

const reader = createThread<PackageQuestion, PackageAnswer>({
  bundled: 'package-reader.mjs',
  source: 'src/modules/clinic/package/package-thread.ts',
  limits: { timeout: 10_000, idle: 60_000 },
})

async function ask(question: PackageQuestion): Promise<Read<unknown>> {
  const answer = await reader.ask(question).catch((error: unknown) => {
    if (error instanceof ThreadError) return failed(tooComplex)
    throw error
  })
  const { content, errors, images } = answer ?? failed(notAnArchive)
  return { content: errors.length > 0 ? null : content, errors: errors.slice(0, mostErrors), images }
}

export const readUploadedPart = (part: PartName, bytes: Uint8Array): Promise<Read<unknown>> =>
  ask({ task: 'readPart', part, bytes })

// The thread checks a package by the schemas of its parts.
export const readUploadedPackage = (bytes: Uint8Array): Promise<Read<ClinicPackage>> =>
  ask({ task: 'readPackage', bytes }) as Promise<Read<ClinicPackage>>

export const readUploadedImage = (name: string, bytes: Uint8Array): Promise<Read<ClinicPackage['images']>> =>
  ask({ task: 'readImage', name, bytes }) as Promise<Read<ClinicPackage['images']>>

/** Returns the HTML of a preparation; null if its text is too complex. */
export const renderPreview = async (preparation: Pick<Preparation, 'title' | 'body'>) =>
  (await ask({ task: 'render', preparation })).content as string | null

export const makeNewPackage = (answers: NewClinic): Promise<Read<ClinicPackage>> =>
  ask({ task: 'make', answers }) as Promise<Read<ClinicPackage>>

/** Returns the errors of a package as the command `clinic:check` prints them: each has its file and line. */
export const findPackageErrors = async (checked: CheckedPackage): Promise<readonly PackageError[]> =>
  (await ask({ task: 'check', ...checked })).errors

const failed = (error: PackageError): Read<unknown> => ({ content: null, errors: [error], images: new Map() })
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
