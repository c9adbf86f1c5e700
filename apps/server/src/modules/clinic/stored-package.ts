import { createHash } from 'node:crypto'
import {
  type ClinicPackage,
  type PartName,
  parsePart,
  partNames,
} from '@mi-portal/contract/clinic/clinic-package'
import { type Database, findRow, type Queries } from '../../platform/database/database.ts'
import * as clinicSql from './clinic.sql.ts'
import { neutralClinic } from './neutral-clinic.ts'

/** What each part contained when it was read last. A publication changes few parts, and checking all of them takes milliseconds. */
const lastParts = new Map<PartName, { readonly json: string; readonly content: object }>()

function readPart(name: PartName, json: string): object {
  const last = lastParts.get(name)
  if (last?.json === json) return last.content
  const content = parsePart(name, JSON.parse(json))
  lastParts.set(name, { json, content })
  return content
}

/** Returns the published package; null before the first publication. A part that the product did not know then is the neutral one. */
export async function readStoredPackage(queries: Queries): Promise<ClinicPackage | null> {
  const rows = await queries.run(clinicSql.published, {})
  if (rows.length === 0) return null
  const stored = partNames.flatMap((name) => {
    const row = rows.find(({ part }) => part === name)
    return row ? [[name, readPart(name, row.content)] as const] : []
  })
  return { ...neutralClinic, ...Object.fromEntries(stored) }
}

export async function readStoredImages(
  db: Database,
  { images }: Pick<ClinicPackage, 'images'>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = await Promise.all(
    images.map(
      async ({ name, sha256 }) => [name, (await findRow(db, clinicSql.image, { sha256 }))?.bytes] as const,
    ),
  )
  return new Map(found.flatMap(([name, bytes]) => (bytes === undefined ? [] : [[name, bytes] as const])))
}

const digests = new WeakMap<object, string>()

function digestPart(content: object): string {
  const digest = digests.get(content) ?? createHash('sha256').update(JSON.stringify(content)).digest('hex')
  digests.set(content, digest)
  return digest
}

/** Returns a name of the content of a package: it is the same for equal packages on all servers. */
export function nameRevision(clinic: ClinicPackage): string {
  const hash = createHash('sha256')
  for (const name of partNames) hash.update(`${name} ${digestPart(clinic[name])}\n`)
  return hash.digest('hex').slice(0, 16)
}
