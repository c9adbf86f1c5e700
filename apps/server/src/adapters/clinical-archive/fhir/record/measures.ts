import { type ReadMeasure, readObservation } from '@mi-portal/contract/results/fhir/observation'
import { isNeverShown } from '@mi-portal/contract/results/never-shown'
import { plainFromReported } from '@mi-portal/contract/results/plain-result'
import { isCorrected } from '@mi-portal/contract/results/reported-result'
import * as z from 'zod/mini'
import type { Measure } from '../../../../ports/clinical-archive.ts'
import type { FhirClient } from '../fhir-client.ts'
import { IncludedResources } from '../included-resources.ts'
import { collectObservations } from '../observations.ts'
import { type createReserve, isOfQuestionnaire } from '../reserved-data.ts'
import { listCodes, listConceptNames, mainCode, parseInstant } from '../resource-fields.ts'
import { type Concept, type Observation, observationResource, type Report } from '../resources.ts'
import { type FhirExam, finalStatuses } from './exams.ts'
import type { Patient, RecordDependencies, ResourceReader } from './resource-reader.ts'

export type FhirMeasure = Omit<Measure, 'earlier' | 'course' | 'history'> & {
  readonly search: string | null
  /** The resource and its element with this measure; null for a contained resource, which has no history of its own. */
  readonly origin: { readonly id: string; readonly element: string } | null
  readonly ucum: string | null
  readonly shown: boolean
  readonly reserved: boolean
}

const notMeasured = ['entered-in-error', 'cancelled', 'registered']

async function readHistory(client: FhirClient, id: string): Promise<Observation[]> {
  const found = await client.history(`Observation/${id}`)
  return found.flatMap((one) => {
    const read = z.safeParse(observationResource, one)
    return read.success && read.data.id === id ? [read.data] : []
  })
}

export function createMeasureReader(
  { client, readTarget, logUnreadable }: RecordDependencies,
  { readAll, fetchMissing, isOfPatient, searchAll }: ResourceReader,
  reserve: ReturnType<typeof createReserve>,
) {
  function readObservations(patient: Patient, report: Report) {
    const included = new IncludedResources(logUnreadable)
    return collectObservations(report, {
      isReserved: reserve.observation,
      isOfPatient: (subject) => isOfPatient(patient, [subject]),
      load: async (references) => {
        const targets = references.map(readTarget)
        await fetchMissing(included, targets)
        return targets.map((target) => {
          const one = included.get(observationResource, target)
          return one && isOfPatient(patient, [one.subject]) ? one : null
        })
      },
    })
  }

  function toMeasure(
    observation: Observation,
    one: ReadMeasure,
    flags: { shown: boolean; reserved: boolean; isInner: boolean },
  ): FhirMeasure {
    const at = /^component\[(\d+)\]$/.exec(one.element)?.[1]
    const code = at === undefined ? observation.code : (observation.component?.[Number(at)]?.code ?? {})
    const main = mainCode(code)
    const name = one.name ?? main?.code ?? 'Medición'
    return {
      code: main?.code ?? name,
      search: main?.search ?? null,
      origin: flags.isInner ? null : { id: observation.id, element: one.element },
      name,
      reported: one.result,
      ...plainFromReported(one.result),
      shown: flags.shown && !isNeverShown([name, ...listConceptNames([code])], listCodes([code])),
      reserved: flags.reserved,
    }
  }

  const isShown = ({ code }: { readonly code?: Concept | undefined }) =>
    code === undefined || !isNeverShown(listConceptNames([code]), listCodes([code]))

  function readShownMeasures(one: Observation, reserved: boolean, isInner = false): readonly FhirMeasure[] {
    const flags = { shown: isShown(one), reserved, isInner }
    return readObservation(one).measures.map((measure) => toMeasure(one, measure, flags))
  }

  const judgeResult = async (one: Observation) => ({
    shown: [one, ...(one.component ?? [])].every(isShown),
    reserved: await reserve.observation(one),
  })

  /** Whether the document of an exam may be shown depends on all observations, also cancelled ones: it may mention them. */
  async function readMeasures(patient: Patient, exam: Pick<FhirExam, 'report' | 'type'>) {
    const found = await readObservations(patient, exam.report)
    const { isComplete } = found
    const isWhole = found.members.some(({ observation }) => isOfQuestionnaire(observation))
    const members = isWhole ? found.members.map((one) => ({ ...one, isReserved: true })) : found.members
    const parts = members.map(({ observation, isReserved }) => ({
      shown: [observation, ...(observation.component ?? [])].every(isShown),
      reserved: isReserved,
    }))
    return {
      measures: members
        .filter(({ observation }) => !notMeasured.includes(observation.status))
        .flatMap(({ observation, isReserved, isInner }) =>
          readShownMeasures(observation, isReserved, isInner),
        ),
      isComplete,
      // Without results it is not known what the document of a laboratory report contains.
      isDocumentJudged: isComplete && (exam.type === 'imaging' || members.length > 0),
      holdsReserved: parts.some(({ reserved }) => reserved),
      holdsNeverShown: parts.some(({ shown }) => !shown),
    }
  }

  /**
   * Returns the earlier results of a corrected measure, the oldest first, from the history of its resource. The list is empty if
   * the server has no history; the page then says only that the laboratory corrected the result.
   */
  async function readEarlierResults(patient: Patient, measure: FhirMeasure) {
    if (measure.origin === null || !isCorrected(measure.reported)) return []
    const { id, element } = measure.origin
    const versions = await readHistory(client, id)
    const found = await Promise.all(
      versions.map(async (one) => {
        if (!isOfPatient(patient, [one.subject]) || notMeasured.includes(one.status)) return null
        const same = readShownMeasures(one, await reserve.observation(one)).find(
          ({ origin, code }) => origin?.element === element && code === measure.code,
        )
        return same === undefined ? null : { ...same, replaced: parseInstant(one.meta?.lastUpdated) }
      }),
    )
    const known = found.filter((one) => one !== null).toReversed()
    return known.flatMap(({ name, reported, shown, reserved }, at) => {
      const replaced_at = known[at + 1]?.replaced ?? null
      return replaced_at === null ? [] : [{ name, reported, shown, reserved, replaced_at }]
    })
  }

  async function searchPastResults(patient: Patient, searches: readonly string[]) {
    if (searches.length === 0) return []
    const query = {
      patient: `Patient/${patient.source}`,
      code: searches.join(','),
      status: finalStatuses,
      _sort: '-date',
      _count: '100',
    }
    const found = await searchAll('Observation', query, async (page) => {
      const { found } = readAll('Observation', observationResource, page)
      const own = found.filter(({ subject }) => isOfPatient(patient, [subject]))
      const each = await Promise.all(
        own.map(async (one) => {
          const at =
            parseInstant(one.effectiveDateTime) ??
            parseInstant(one.effectivePeriod?.start) ??
            parseInstant(one.issued)
          if (at === null) return []
          const reserved = await reserve.observation(one)
          return readShownMeasures(one, reserved).map((measure) => ({ ...measure, at }))
        }),
      )
      return each.flat()
    })
    return found.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  }

  return {
    judgeResult,
    measures: readMeasures,
    earlier: readEarlierResults,
    past: searchPastResults,
  }
}
