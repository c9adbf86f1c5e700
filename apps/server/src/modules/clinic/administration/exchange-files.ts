import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import { type ClinicPackage, type PartName, parts } from '@mi-portal/contract/clinic/clinic-package'
import type { FastifyReply } from 'fastify'
import { strToU8, zipSync } from 'fflate'
import type { Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { formatDisposition, uploadHeaders } from '../../../platform/http/headers.ts'
import * as clinicSql from '../clinic.sql.ts'
import type { PackageFiles } from '../package/package-files.ts'
import {
  makeNewPackage,
  readUploadedImage,
  readUploadedPackage,
  readUploadedPart,
} from '../package/read-upload.ts'
import { saveDrafts } from './edit-drafts.ts'
import { readCandidate, writeStoredPackage } from './read-drafts.ts'

async function storeImages(
  { db }: Context,
  images: ClinicPackage['images'],
  imageBytes: ReadonlyMap<string, Uint8Array>,
) {
  await db.transaction(async (tx) => {
    for (const { name, media_type, sha256 } of images) {
      const bytes = imageBytes.get(name)
      if (bytes) await tx.run(clinicSql.addImage, { sha256, media_type, bytes })
    }
  })
}

function sendFile(reply: FastifyReply, name: string, type: string, bytes: Uint8Array) {
  return reply
    .headers(uploadHeaders)
    .header('content-disposition', formatDisposition('attachment', name))
    .type(type)
    .send(Buffer.from(bytes))
}

function pickFiles(files: PackageFiles, part: PartName): PackageFiles {
  const { path } = parts[part]
  return new Map([...files].filter(([name]) => name === path || name.startsWith(`${path}/`)))
}

export const downloadPart = operation(
  clinicAdministrationEndpoints.file,
  async (ctx, { params: { part }, reply }) => {
    const { clinic } = await readCandidate(ctx)
    const files = pickFiles(await writeStoredPackage(ctx, clinic), part)
    const { path, format } = parts[part]
    const name = path.replaceAll('/', '-')
    if (format === 'csv' || format === 'yaml') {
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/yaml; charset=utf-8'
      return sendFile(reply, name, type, files.get(path) ?? strToU8(''))
    }
    return sendFile(reply, `${name}.zip`, 'application/zip', zipSync(Object.fromEntries(files)))
  },
)

export const uploadPart = operation(
  clinicAdministrationEndpoints.uploadFile,
  async (ctx, { params: { part }, body: upload }) => {
    const { content, errors } = await readUploadedPart(part, Buffer.from(upload.content, 'base64'))
    if (errors.length > 0) return { errors }
    await saveDrafts(ctx, { [part]: content }, { part, id: upload.based_on })
    return { errors: [] }
  },
)

export const addImage = operation(clinicAdministrationEndpoints.addImage, async (ctx, { body: image }) => {
  const bytes = Buffer.from(image.content, 'base64')
  const { content: images, errors } = await readUploadedImage(image.name, bytes)
  if (images === null) return { errors }
  await storeImages(ctx, images, new Map([[image.name, bytes]]))
  const { clinic } = await readCandidate(ctx)
  const others = clinic.images.filter(({ name }) => name !== image.name)
  const sorted = [...others, ...images].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  await saveDrafts(ctx, { images: sorted })
  return { errors: [] }
})

/** Sends the published package as a ZIP archive. Before the first publication it has the neutral package. */
export const downloadPackage = operation(clinicAdministrationEndpoints.package, async (ctx, { reply }) => {
  const { published, clinic } = await readCandidate(ctx)
  const files = await writeStoredPackage(ctx, published ?? clinic)
  return sendFile(reply, 'clinica.zip', 'application/zip', zipSync(Object.fromEntries(files)))
})

export const createPackage = operation(
  clinicAdministrationEndpoints.newPackage,
  async (ctx, { body: answers }) => {
    const { content: clinic, errors, images } = await makeNewPackage(answers)
    if (clinic === null) throw new Error(`the new package has errors: ${errors[0]?.message}`)
    await storeImages(ctx, clinic.images, images)
    await saveDrafts(ctx, clinic)
    return {}
  },
)

export const uploadPackage = operation(
  clinicAdministrationEndpoints.uploadPackage,
  async (ctx, { body: { content } }) => {
    const { content: clinic, errors, images } = await readUploadedPackage(Buffer.from(content, 'base64'))
    if (clinic === null) return { errors }
    await storeImages(ctx, clinic.images, images)
    await saveDrafts(ctx, clinic)
    return { errors: [] }
  },
)
