import { documentType } from '@mi-portal/contract/values/document-number'
import { cleanRun } from '@mi-portal/contract/values/run'

/**
 * Returns a RUN without points, hyphens, spaces and leading zeros: archives and devices write the same one as `12.345.678-5`, `12345678-5` or
 * `0123456785`. A passport number is compared as it is, because two passports may differ in a zero or a hyphen.
 */
export function comparableDocument(typeId: number, written: string): string {
  if (typeId !== documentType.run) return written.trim().toUpperCase()
  return cleanRun(written)
}
