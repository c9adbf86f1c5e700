/**
 * Decides which FHIR resources the law keeps from an adolescent's guardian: by a security label, by the specialty of an
 * appointment, or by the code of a test.
 */
import { foldText } from '@mi-portal/contract/accents'
import type { GetReservedGroup } from '../../../ports/clinical-archive.ts'
import { codesOf, namesOf } from './resource-fields.ts'
import type { AppointmentResource, Concept, Observation, Report } from './resources.ts'

/** Codes of sensitive data (HL7 v3 ActCode), and the two levels of confidentiality above normal. */
const labels = new Set([
  ...['HIV', 'STD', 'PSY', 'PSYTHPN', 'MH', 'BH', 'SUD', 'ETH', 'ETHUD', 'OPIOIDUD', 'SEX', 'SDV', 'VIO'],
  ...['PREGNANT', 'RPR', 'R', 'V'],
])

export type Catalogue = {
  readonly getReservedGroup: GetReservedGroup
  /** Returns the catalogue's name of an exam by one of its codes (LOINC or FONASA); null if it knows none of them. */
  readonly examNameOf: (codes: readonly string[]) => Promise<string | null>
  /** Returns codes and names of the specialties of which all appointments are reserved. */
  readonly reservedSpecialties: () => Promise<ReadonlySet<string>>
}

function isLabelled({ meta }: Pick<Report, 'meta'>): boolean {
  return (meta?.security ?? []).some(({ code }) => code !== undefined && labels.has(code.toUpperCase()))
}

export function reserveOf(catalogue: Catalogue) {
  const isReservedTest = async (concepts: readonly Concept[]): Promise<boolean> =>
    (await catalogue.getReservedGroup({ codes: codesOf(concepts), names: namesOf(concepts) })) !== null

  const observation = async (one: Observation): Promise<boolean> =>
    isLabelled(one) ||
    (await isReservedTest([one.code, ...(one.component ?? []).flatMap(({ code }) => code ?? [])]))

  return {
    hour: async (one: AppointmentResource, specialty: string): Promise<boolean> => {
      if (isLabelled(one)) return true
      const reserved = await catalogue.reservedSpecialties()
      return [...codesOf(one.specialty), specialty].some((word) => reserved.has(foldText(word)))
    },
    observation,
    report: async (one: Report): Promise<boolean> => isLabelled(one) || (await isReservedTest([one.code])),
  }
}
