/** Uploads and downloads of the clinic package in the administration: single parts as files, the whole as a ZIP archive. */

import type { PackageProblem } from '@mi-portal/contract/clinic/administration'
import { type ClinicPackage, type PartName, parts } from '@mi-portal/contract/clinic/clinic-package'
import type { NewClinic } from '@mi-portal/contract/clinic/new-clinic'
import { strToU8, zipSync } from 'fflate'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import * as clinicSql from '../clinic.sql.ts'
import { newPackage, readTemplate } from '../package/new-package.service.ts'
import { imageBytes, imageFolder, type PackageFiles } from '../package/package-files.service.ts'
import { readImages } from '../package/package-images.service.ts'
import { readPackage } from '../package/read-package.service.ts'
import { readUploadedPackage, readUploadedPart } from '../package/read-upload.service.ts'
import { writePackage } from '../package/write-package.service.ts'
import type { ClinicAdministration } from './administration.service.ts'

type PackageUploadDependencies = {
  readonly db: Database
  readonly administration: ClinicAdministration
}

type Uploaded = { readonly errors: readonly PackageProblem[] }

export function createPackageUploadService({ db, administration }: PackageUploadDependencies) {
  const { readCandidate, readImages: readImageBytes, saveDrafts } = administration

  /** Stores the bytes of the images, so that drafts can name them. */
  async function storeImages(images: ClinicPackage['images'], bytesOf: ReadonlyMap<string, Uint8Array>) {
    await db.transaction(async (tx) => {
      for (const { name, media_type, sha256 } of images) {
        const bytes = bytesOf.get(name)
        if (bytes) await clinicSql.addImage(tx, { sha256, media_type, bytes })
      }
    })
  }

  return {
    /** Returns the present state of a part as its file, or as a ZIP archive of its files. */
    file: async (part: PartName): Promise<{ name: string; type: string; bytes: Uint8Array }> => {
      const { clinic } = await readCandidate()
      const files = filesOf(writePackage(clinic, await readImageBytes(clinic)), part)
      const { path, format } = parts[part]
      const name = path.replaceAll('/', '-')
      if (format === 'csv' || format === 'yaml') {
        const bytes = files.get(path) ?? strToU8('')
        return {
          name,
          type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/yaml; charset=utf-8',
          bytes,
        }
      }
      return { name: `${name}.zip`, type: 'application/zip', bytes: zipSync(Object.fromEntries(files)) }
    },

    /** Stores the content of a file as the draft of a part, unless it has errors. */
    uploadFile: async (
      actor: Actor,
      part: PartName,
      upload: { content: string; based_on: number | null },
      origin: Origin,
    ): Promise<Uploaded> => {
      const { content, errors } = await readUploadedPart(part, Buffer.from(upload.content, 'base64'))
      if (errors.length > 0) return { errors }
      await saveDrafts(actor, { [part]: content }, origin, { part, id: upload.based_on })
      return { errors: [] }
    },

    /** Adds an image to the draft of the images, in place of the one with its name. */
    addImage: async (
      actor: Actor,
      image: { name: string; content: string },
      origin: Origin,
    ): Promise<Uploaded> => {
      const bytes = Buffer.from(image.content, 'base64')
      const { images, errors } = await readImages(new Map([[`${imageFolder}${image.name}`, bytes]]))
      if (errors.length > 0) return { errors }
      await storeImages(images, new Map([[image.name, bytes]]))
      const { clinic } = await readCandidate()
      const others = clinic.images.filter(({ name }) => name !== image.name)
      const sorted = [...others, ...images].toSorted((one, other) => (one.name < other.name ? -1 : 1))
      await saveDrafts(actor, { images: sorted }, origin)
      return { errors: [] }
    },

    /** Returns the published package as a ZIP archive. Before the first publication it has the neutral package. */
    package: async (): Promise<Uint8Array> => {
      const { published, clinic } = await readCandidate()
      const shown = published ?? clinic
      return zipSync(Object.fromEntries(writePackage(shown, await readImageBytes(shown))))
    },

    /** Stores a package that is made from a few answers as drafts, in place of earlier drafts. */
    newPackage: async (actor: Actor, answers: NewClinic, origin: Origin): Promise<void> => {
      const files = newPackage(answers, await readTemplate())
      const { package: clinic, errors } = await readPackage(files)
      if (clinic === null) throw new Error(`the new package has errors: ${errors[0]?.message}`)
      await storeImages(clinic.images, imageBytes(files))
      await saveDrafts(actor, clinic, origin)
    },

    /** Stores the parts of a package that differ from the present state as drafts, unless the package has errors. */
    uploadPackage: async (actor: Actor, content: string, origin: Origin): Promise<Uploaded> => {
      const { content: clinic, errors, images } = await readUploadedPackage(Buffer.from(content, 'base64'))
      if (clinic === null) return { errors }
      await storeImages(clinic.images, images)
      await saveDrafts(actor, clinic, origin)
      return { errors: [] }
    },
  }
}

/** Returns the files of one part. */
function filesOf(files: PackageFiles, part: PartName): PackageFiles {
  const { path } = parts[part]
  return new Map([...files].filter(([name]) => name === path || name.startsWith(`${path}/`)))
}
