/** What the law keeps from an adolescent's guardian: by a security label, the specialty of an appointment, or the code of a test. */
import { foldText } from '@mi-portal/contract/fields/accents'
import { readObservation } from '@mi-portal/contract/results/fhir/observation'
import {
  findReservedQuestionnaire,
  type QuestionnaireTest,
  testOfValue,
} from '@mi-portal/contract/results/reserved-questionnaires'
import type { GetReservedGroup } from '../../../ports/clinical-archive.ts'
import { listCodes, listConceptNames } from './resource-fields.ts'
import type { AppointmentResource, Observation, Report } from './resources.ts'

/** Codes of sensitive data (HL7 v3 ActCode), and the two levels of confidentiality above normal. */
const labels = new Set([
  ...['HIV', 'STD', 'PSY', 'PSYTHPN', 'MH', 'BH', 'SUD', 'ETH', 'ETHUD', 'OPIOIDUD', 'SEX', 'SDV', 'VIO'],
  ...['PREGNANT', 'RPR', 'R', 'V'],
])

export type Catalogue = {
  readonly getReservedGroup: GetReservedGroup
  readonly findExamName: (codes: readonly string[]) => Promise<string | null>
  readonly reservedSpecialties: () => Promise<ReadonlySet<string>>
}

function isLabelled({ meta }: Pick<Report, 'meta'>): boolean {
  return (meta?.security ?? []).some(({ code }) => code !== undefined && labels.has(code.toUpperCase()))
}

function testOfObservation(one: Observation): QuestionnaireTest {
  const concepts = [one.code, ...(one.component ?? []).flatMap(({ code }) => code ?? [])]
  const values = readObservation(one).measures.map(({ result }) => testOfValue(result))
  return {
    codes: [...listCodes(concepts), ...values.flatMap(({ codes }) => codes)],
    names: [...listConceptNames(concepts), ...values.flatMap(({ names }) => names)],
  }
}

export function isOfQuestionnaire(one: Observation): boolean {
  return findReservedQuestionnaire(testOfObservation(one)) !== null
}

export function createReserve(catalogue: Catalogue) {
  const isReserved = async (one: Observation | Report, test: QuestionnaireTest): Promise<boolean> =>
    isLabelled(one) ||
    (await catalogue.getReservedGroup({ ...test, categories: listCodes(one.category) })) !== null

  return {
    hour: async (one: AppointmentResource, specialty: string): Promise<boolean> => {
      if (isLabelled(one)) return true
      const reserved = await catalogue.reservedSpecialties()
      return [...listCodes(one.specialty), specialty].some((word) => reserved.has(foldText(word)))
    },
    observation: (one: Observation) => isReserved(one, testOfObservation(one)),
    report: (one: Report) =>
      isReserved(one, { codes: listCodes([one.code]), names: listConceptNames([one.code]) }),
  }
}
