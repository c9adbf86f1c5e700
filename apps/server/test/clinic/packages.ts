/** Clinic packages for tests, derived from the demonstration clinic, and how to publish them. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import type { Publisher } from '../../src/modules/clinic/clinic.sql.ts'
import {
  imageBytes,
  readPackageFolder,
  shippedPackage,
} from '../../src/modules/clinic/package/package-files.ts'
import { readValidPackage } from '../../src/modules/clinic/package/read-package.ts'
import { publishPackage } from '../../src/modules/clinic/publish-package.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'

const files = readPackageFolder(shippedPackage('demonstration'))
/** The second shipped clinic, which has other sites, services and promises. */
export const threeSitesFiles = readPackageFolder(shippedPackage('tres-sedes'))
const images = new Map([...imageBytes(files), ...imageBytes(threeSitesFiles)])

export const demonstration = await readValidPackage(files)

/** Returns the names and addresses of the demonstration with changes, as a part to publish. */
export function clinicWith(changes: Partial<ClinicPackage['clinic']>): Pick<ClinicPackage, 'clinic'> {
  return { clinic: { ...demonstration.clinic, ...changes } }
}

const publisher: Publisher = { author: null, note: 'Prueba' }

/** Publishes parts of a clinic package. The clinical content needs no approval unless `needsApproval` is set. */
export function publishClinic(
  db: Database,
  given: Partial<ClinicPackage>,
  { needsApproval = false }: { readonly needsApproval?: boolean } = {},
) {
  const parts = { db, clock: systemClock, isDemonstration: !needsApproval }
  return publishPackage(parts, given, images, publisher)
}

/** Returns the display durations, each only for the exams and procedures that are still offered. */
function findDurations(
  { displayDurations }: Pick<ClinicPackage, 'displayDurations'>,
  offered: readonly { readonly code: string }[],
): ClinicPackage['displayDurations'] {
  const codes = new Set(offered.map(({ code }) => code))
  return displayDurations.map((row) => ({
    ...row,
    applies_to: row.applies_to.filter((one) => codes.has(one)),
  }))
}

/** Returns the package without a site: what only this site offers is no longer offered. */
export function withoutSite(clinic: ClinicPackage, code: string): ClinicPackage {
  const elsewhere = <Row extends { readonly sites: readonly string[] }>(rows: readonly Row[]) =>
    rows
      .map((row) => ({ ...row, sites: row.sites.filter((site) => site !== code) }))
      .filter(({ sites }) => sites.length > 0)
  const { branches } = clinic.contact
  const examSpecialties = elsewhere(clinic.examSpecialties)
  const procedureCategories = elsewhere(clinic.procedureCategories)
  return {
    ...clinic,
    sites: clinic.sites.filter((site) => site.code !== code),
    specialties: elsewhere(clinic.specialties),
    examSpecialties,
    exams: elsewhere(clinic.exams),
    procedureCategories,
    displayDurations: findDurations(clinic, [...examSpecialties, ...procedureCategories]),
    procedures: elsewhere(clinic.procedures),
    contact: { ...clinic.contact, branches: branches?.filter((site) => site !== code) },
    bookingGroups: clinic.bookingGroups
      .map((group) => ({
        ...group,
        ...(group.sites && {
          sites: Object.fromEntries(Object.entries(group.sites).filter(([site]) => site !== code)),
        }),
      }))
      .filter(({ kind, sites }) => kind !== 'specialties' || Object.keys(sites ?? {}).length > 0),
  }
}
