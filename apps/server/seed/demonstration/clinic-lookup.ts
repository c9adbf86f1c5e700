/**
 * Finds in a clinic package what the demonstration's people need: a specialty, a site, an insurer. Clinics name the same thing
 * differently, so each search has several names, and a substitute where the clinic has none of them.
 */

import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { foldText } from '@mi-portal/contract/fields/accents'

export type Specialty = ClinicPackage['specialties'][number]
export type Site = ClinicPackage['sites'][number]

/** The specialties that the demonstration's patients see, with the names that clinics give them. */
const specialtyNames = {
  general: ['Medicina General'],
  internal: ['Medicina Interna'],
  family: ['Medicina Familiar'],
  paediatrics: ['Pediatría'],
  geriatrics: ['Geriatría'],
  cardiology: ['Cardiología Adulto', 'Cardiología'],
  dermatology: ['Dermatología'],
  endocrinology: ['Endocrinología Adulto', 'Endocrinología'],
  gastroenterology: ['Gastroenterología Adulto', 'Gastroenterología'],
  gynaecology: ['Ginecología'],
  adolescentGynaecology: ['Ginecología Pediátrica y de la Adolescencia', 'Matronería', 'Ginecología'],
  neurology: ['Neurología Adulto', 'Neurología'],
  ophthalmology: ['Oftalmología'],
  otolaryngology: ['Otorrinolaringología'],
  rheumatology: ['Reumatología'],
  traumatology: ['Traumatología y Ortopedia', 'Traumatología'],
  childTraumatology: ['Traumatología y Ortopedia Infantil', 'Traumatología'],
  urology: ['Urología Adulto', 'Urología'],
  kinesiology: ['Kinesiología'],
  nutrition: ['Nutricionista', 'Nutrición'],
  childNutrition: ['Nutriología Pediátrica', 'Nutrición'],
  psychology: ['Psicología'],
  midwifery: ['Matrona', 'Matronería'],
} as const satisfies Record<string, readonly string[]>

export type SpecialtyKind = keyof typeof specialtyNames

/** Returns the first row that has one of the names, earlier names first; undefined if there is none. */
function findByName<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  names: readonly string[],
): Row | undefined {
  for (const name of names) {
    const found = rows.find((row) => nameOf(row) === name)
    if (found) return found
  }
  return undefined
}

/** Returns the first row whose name is or begins with one of the words, earlier words first; the first row of all if there is none. */
export function findByStart<Row extends { readonly name: string }>(
  rows: readonly Row[],
  ...starts: readonly string[]
): Row | undefined {
  for (const start of starts) {
    const found =
      rows.find(({ name }) => name === start) ??
      rows.find(({ name }) => foldText(name).startsWith(foldText(start)))
    if (found) return found
  }
  return rows[0]
}

/** Creates the searches in a clinic package. */
export function createClinicLookup(clinic: ClinicPackage) {
  const specialties = new Map<number, Specialty>(clinic.specialties.map((row) => [row.code, row]))
  const sites = new Map<number, Site>(clinic.sites.map((site) => [site.id, site]))
  const sitesWith = (codes: readonly string[]) => clinic.sites.filter(({ code }) => codes.includes(code))
  const insurerOf = (kind: ClinicPackage['insurers'][number]['kind']) =>
    clinic.insurers.find((insurer) => insurer.offered && insurer.kind === kind)?.id ?? null
  const [firstSite] = clinic.sites
  return {
    clinic,
    /** Returns the specialty with this code. Throws when the clinic does not have it. */
    specialtyOf: (code: number): Specialty => {
      const found = specialties.get(code)
      if (!found) throw new Error(`demonstration: there is no specialty ${code}`)
      return found
    },
    hasSpecialty: (code: number) => specialties.has(code),
    /** Returns the clinic's specialty of this kind; undefined if it has none. */
    findSpecialty: (kind: SpecialtyKind) =>
      findByName(clinic.specialties, ({ name }) => name, specialtyNames[kind]),
    siteOf: (id: number) => sites.get(id),
    /** Names of the first site and of another one (of the first where there is no other), for texts about a site. */
    siteNames: {
      first: firstSite?.name ?? '',
      other: (clinic.sites[1] ?? firstSite)?.name ?? '',
    },
    /** Returns the sites with these codes, in the order of the package. */
    sitesWith,
    /** Returns the sites that make the exams of this service. */
    sitesOfService: (service: string) =>
      sitesWith(clinic.examSpecialties.flatMap((row) => (row.service === service ? row.sites : []))),
    /** Ids of insurers: the public one, none, and any other; null where the clinic has none. */
    insurers: {
      public: insurerOf('fonasa'),
      none: insurerOf('particular'),
      other: insurerOf('otro'),
    },
  }
}

export type ClinicLookup = ReturnType<typeof createClinicLookup>
