import {
  type ClinicPackage,
  getPartSchema,
  type PartName,
  partNames,
  parts,
} from '@mi-portal/contract/clinic/clinic-package'
import * as z from 'zod/mini'
import { formatTable } from './csv-table.ts'
import { formatMarkdown } from './markdown-file.ts'
import { imageFolder, type PackageFiles } from './package-files.ts'
import { formatYaml } from './yaml-file.ts'

export function writePackage(clinic: ClinicPackage, images: ReadonlyMap<string, Uint8Array>): PackageFiles {
  const texts = partNames.flatMap((name) => writeFiles(clinic, name))
  return new Map<string, Uint8Array>([
    ...texts.map(([path, text]) => [path, new TextEncoder().encode(text)] as const),
    ...clinic.images.map(({ name }) => [`${imageFolder}${name}`, toImage(images, name)] as const),
  ])
}

function toImage(images: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
  const bytes = images.get(name)
  if (!bytes) throw new Error(`The bytes of the image ${name} are missing`)
  return bytes
}

function writeFiles(clinic: ClinicPackage, name: PartName): (readonly [path: string, text: string])[] {
  const part = parts[name]
  if (part.format === 'csv') return [[part.path, formatTable([clinic[name]].flat(), part.row._zod.def.shape)]]
  // The schema puts the fields into its own order. A database may return them in another one.
  if (part.format === 'yaml')
    return isEmpty(clinic[name]) ? [] : [[part.path, formatYaml(z.parse(getPartSchema(name), clinic[name]))]]
  if (name === 'preparations') {
    return clinic.preparations.map(({ key, title, fasting_hours, body }) => [
      `${part.path}/${key}.md`,
      formatMarkdown({ title, fasting_hours }, body),
    ])
  }
  if (name !== 'legalTexts') return []
  return clinic.legalTexts.map(({ key, version, valid_from, body }) => [
    `${part.path}/${key}.md`,
    formatMarkdown({ version, valid_from }, body),
  ])
}

function isEmpty(content: object): boolean {
  return Object.keys(content).length === 0
}
