/**
 * What the law keeps from an adolescent's guardian, as a FHIR server says it: by a security label, by the specialty of
 * an hour, or by what was measured.
 */
import type { AppointmentResource, Observation, Report } from './resources.ts'
import { codesOf } from './told-words.ts'

/** Kinds of sensitive data (HL7 v3 ActCode), and the two degrees of confidentiality above the ordinary. */
const labels = new Set([
  ...['HIV', 'STD', 'PSY', 'PSYTHPN', 'MH', 'BH', 'SUD', 'ETH', 'ETHUD', 'OPIOIDUD', 'SEX', 'SDV', 'VIO'],
  ...['PREGNANT', 'RPR', 'R', 'V'],
])

export type Catalogue = {
  /** What the law reserves of a measure, by its code in the portal's catalogue or LOINC's; null where nothing. */
  readonly reservedMeasure: (code: string) => Promise<string | null>
  /** Codes and names of the specialties of which it reserves all hours. */
  readonly reservedSpecialties: () => Promise<ReadonlySet<string>>
}

function isLabelled({ meta }: Pick<Report, 'meta'>): boolean {
  return (meta?.security ?? []).some(({ code }) => code !== undefined && labels.has(code.toUpperCase()))
}

/** As specialties are compared: without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

export function reserveOf(catalogue: Catalogue) {
  async function isMeasured(codes: readonly string[]): Promise<boolean> {
    const groups = await Promise.all(codes.map((code) => catalogue.reservedMeasure(code)))
    return groups.some((group) => group !== null)
  }

  const observation = async (one: Observation): Promise<boolean> =>
    isLabelled(one) ||
    (await isMeasured(codesOf([one.code, ...(one.component ?? []).map(({ code }) => code)])))

  return {
    hour: async (one: AppointmentResource, specialty: string): Promise<boolean> => {
      if (isLabelled(one)) return true
      const reserved = await catalogue.reservedSpecialties()
      return [...codesOf(one.specialty), specialty].some((word) => reserved.has(folded(word)))
    },
    observation,
    report: async (one: Report): Promise<boolean> =>
      isLabelled(one) || (await isMeasured(codesOf([one.code]))),
  }
}
