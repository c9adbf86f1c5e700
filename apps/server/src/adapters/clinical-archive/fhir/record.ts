/** Reads one patient's record on a FHIR server, in the portal's types. The patient of every resource is checked. */
import type { ExamType } from '@mi-portal/contract/exams'
import { exactTotal } from '@mi-portal/contract/paging'
import { type ReadMeasure, readObservation } from '@mi-portal/contract/results/fhir/observation'
import { plainFromReported } from '@mi-portal/contract/results/plain-result'
import { isCorrected, resultStatuses } from '@mi-portal/contract/results/reported-result'
import { isNeverShown } from '@mi-portal/contract/values/never-shown'
import * as z from 'zod/mini'
import type { ArchivedExam, Hour, Measure } from '../../../ports/clinical-archive.ts'
import { Beside, type NoteUnreadable } from './beside.ts'
import { type ArchiveLine, jsonOf } from './line.ts'
import { collectObservations } from './observations.ts'
import { type PatchOperation, participantsReader } from './participants.ts'
import { type Catalogue, reserveOf } from './reserve.ts'
import {
  type AppointmentResource,
  type Attachment,
  appointmentResource,
  binaryResource,
  type Concept,
  documentResource,
  encounterResource,
  type Observation,
  observationResource,
  type Report,
  reportResource,
  serviceRequestResource,
} from './resources.ts'
import { codesOf, firstText, mainCode, momentOf, namesOf, type TargetOf, wordsOf } from './told-words.ts'

/** An appointment with the server's id (`source`). The portal's id is assigned later. */
export type ToldHour = Omit<Hour, 'id' | 'patient_id'> & {
  readonly source: string
  readonly version: string | null
  readonly state: 'booked' | 'cancelled'
  /** Whether the appointment can be cancelled: it is neither cancelled nor begun. */
  readonly isBooked: boolean
  /** Whether the appointment was cancelled, according to its status or the patient's participation. */
  readonly isCancelled: boolean
  readonly cancellation: readonly PatchOperation[]
  readonly reserved: boolean
}
export type ToldExam = Omit<ArchivedExam, 'id' | 'patient_id'> & {
  readonly source: string
  readonly type: ExamType
  readonly reserved: boolean
  readonly report: Report
}
type ToldMeasure = Omit<Measure, 'earlier' | 'course' | 'history'> & {
  readonly search: string | null
  /** The resource and its element with this measure; null for a contained resource, which has no history of its own. */
  readonly origin: { readonly id: string; readonly element: string } | null
  /** The unit's code, if the server declares it as UCUM. */
  readonly ucum: string | null
  readonly shown: boolean
  readonly reserved: boolean
}

const notMeasured = ['entered-in-error', 'cancelled', 'registered']
const attended = ['booked', 'arrived', 'checked-in', 'fulfilled']
const cancelled = ['cancelled', 'entered-in-error', 'noshow']
export const final = 'final,amended,corrected,appended'
const imaging = new Set([
  ...['RAD', 'IMG', 'RX', 'CT', 'NMR', 'CUS', 'OUS', 'NMS', 'RUS', 'VUS', 'XRC', 'imaging'],
  ...['LP29684-5', '18748-4'],
])
const laboratory = new Set([
  ...['LAB', 'CH', 'HM', 'MB', 'SR', 'CP', 'BLB', 'IMM', 'TX', 'VR', 'MYC', 'PAR', 'SP', 'CG', 'laboratory'],
  ...['LP29693-6', '26436-6', '11502-2'],
])
const kindsOfPatient: Readonly<Record<string, string>> = {
  AMB: 'Ambulatorio',
  EMER: 'Urgencia',
  IMP: 'Hospitalizado',
  ACUTE: 'Hospitalizado',
  NONAC: 'Hospitalizado',
}

export type Patient = { readonly id: number; readonly source: string }

function isLaboratory(report: Report): boolean {
  const codes = codesOf(report.category)
  if (codes.some((code) => laboratory.has(code))) return true
  return !codes.some((code) => imaging.has(code)) && (report.result ?? []).length > 0
}

const isPdf = (attachment: Attachment) => (attachment.contentType ?? '').startsWith('application/pdf')

/** Returns whether a document in another format than PDF is attached to a report. */
export function hasUnshowablePaper({ presentedForm = [] }: Report): boolean {
  return presentedForm.some((one) => !isPdf(one) && (one.data !== undefined || one.url !== undefined))
}

function endOf(one: AppointmentResource, starts: Date): Date {
  const ends = momentOf(one.end)
  return ends !== null && ends > starts
    ? ends
    : new Date(starts.getTime() + (one.minutesDuration ?? 30) * 60_000)
}

function kindOfVisit(one: AppointmentResource) {
  const kinds = [one.appointmentType, ...(one.serviceType ?? []), ...(one.serviceCategory ?? [])]
  const words = kinds.map(wordsOf)
  const isRemote = words.some((word) => /tele|video|virtual|remot/i.test(word ?? ''))
  return {
    sub_context:
      words.find((word) => word !== undefined && !/^(presencial|telemedicina)$/i.test(word)) ?? 'Consulta',
    modality: isRemote ? ('telemedicina' as const) : ('presencial' as const),
  }
}

/** Returns the PDFs of a document, if it is current and belongs to the patient. */
function pdfsOf(one: unknown, patient: Patient, targetOf: TargetOf): Attachment[] {
  const read = z.safeParse(documentResource, one)
  if (!read.success || targetOf(read.data.subject) !== `Patient/${patient.source}`) return []
  if (read.data.status !== undefined && read.data.status !== 'current') return []
  return read.data.content.map(({ attachment }) => attachment).filter(isPdf)
}

/** Returns the versions of a result, the latest first. The list is empty if the server offers no history. */
async function historyOf(line: ArchiveLine, id: string): Promise<Observation[]> {
  const found = await line.history(`Observation/${id}`)
  return found.flatMap((one) => {
    const read = z.safeParse(observationResource, one)
    return read.success && read.data.id === id ? [read.data] : []
  })
}

type RecordParts = {
  readonly line: ArchiveLine
  readonly catalogue: Catalogue
  readonly targetOf: TargetOf
  readonly noteUnreadable: NoteUnreadable
  readonly unnamedPlace: string
}

export function fhirRecord({ line, catalogue, targetOf, noteUnreadable, unnamedPlace }: RecordParts) {
  const reserve = reserveOf(catalogue)
  const participants = participantsReader(targetOf)

  /** Reads referenced resources that the search did not include, several at a time. */
  async function fetchMissing(beside: Beside, targets: readonly (string | null)[]): Promise<void> {
    const missing = new Map<string, Set<string>>()
    for (const target of targets) {
      const [type, id] = target?.split('/') ?? []
      if (!type || !id || target === null || beside.has(target)) continue
      missing.set(type, (missing.get(type) ?? new Set()).add(id))
    }
    for (const [type, ids] of missing) {
      const all = [...ids]
      for (let at = 0; at < all.length; at += 50) {
        const query = { _id: all.slice(at, at + 50).join(','), _count: '50' }
        for await (const page of line.search(type, query)) beside.add(page)
      }
    }
  }

  const isOf = (patient: Patient, targets: readonly (string | null)[]) =>
    targets.includes(`Patient/${patient.source}`)

  /** Parses the resources of one type. Those that cannot be parsed are logged and counted. */
  function readAll<T extends z.ZodMiniType>(type: string, schema: T, resources: readonly unknown[]) {
    const found: z.output<T>[] = []
    const unreadable: unknown[] = []
    for (const one of resources) {
      if (typeof one !== 'object' || one === null || Reflect.get(one, 'resourceType') !== type) continue
      const read = z.safeParse(schema, one)
      if (read.success) found.push(read.data)
      else {
        unreadable.push(one)
        noteUnreadable(one, read.error.issues)
      }
    }
    return { found, unreadable: unreadable.length }
  }

  async function toldHour(
    patient: Patient,
    one: AppointmentResource,
    beside: Beside,
  ): Promise<ToldHour | null> {
    const starts_at = momentOf(one.start)
    if (starts_at === null) return null
    const hasDeclined = participants.hasDeclined(patient, one)
    const isAttended = attended.includes(one.status) && !hasDeclined
    const specialty = one.specialty?.map(wordsOf).find(Boolean) ?? 'Consulta'
    return {
      source: one.id,
      version: one.meta?.versionId ?? null,
      state: isAttended ? 'booked' : 'cancelled',
      isBooked: isAttended && one.status === 'booked',
      isCancelled: hasDeclined || cancelled.includes(one.status),
      cancellation: participants.cancellation(patient, one),
      specialty_code: Number(codesOf(one.specialty).find((word) => /^\d{1,6}$/.test(word)) ?? 0),
      specialty,
      ...participants.professionalOf(one, beside),
      ...participants.placeOf(one, beside, unnamedPlace),
      ...kindOfVisit(one),
      starts_at,
      ends_at: endOf(one, starts_at),
      reserved: await reserve.hour(one, specialty),
    }
  }

  async function toldHours(patient: Patient, resources: readonly unknown[], beside: Beside) {
    const { found } = readAll('Appointment', appointmentResource, resources)
    const own = found.filter((one) => {
      const isOwn = participants.isOf(patient, one)
      if (!isOwn) noteUnreadable(one, [{ path: ['participant'] }])
      return isOwn
    })
    await fetchMissing(beside, own.flatMap(participants.targets))
    await fetchMissing(
      beside,
      own.map((one) => participants.roleTarget(one, beside)),
    )
    return (await Promise.all(own.map((one) => toldHour(patient, one, beside)))).filter((one) => one !== null)
  }

  /** Reads the pages of a search up to the largest exact total of lists, and converts each with `tell`. */
  async function walk<T>(
    type: string,
    query: Readonly<Record<string, string>>,
    tell: (page: readonly unknown[], beside: Beside) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const beside = new Beside(noteUnreadable)
    const told: T[] = []
    for await (const page of line.search(type, query)) {
      beside.add(page)
      told.push(...(await tell(page, beside)))
      if (told.length > exactTotal) break
    }
    return told
  }

  async function toldExam(report: Report, beside: Beside): Promise<ToldExam | null> {
    const codes = codesOf([report.code])
    const name =
      wordsOf(report.code) ??
      (await catalogue.examNameOf(codes)) ??
      ['Examen', ...codes.slice(0, 1)].join(' ')
    const taken_at =
      momentOf(report.effectiveDateTime) ??
      momentOf(report.effectivePeriod?.start) ??
      momentOf(report.issued) ??
      momentOf(report.meta?.lastUpdated)
    if (
      taken_at === null ||
      isNeverShown([name, ...namesOf([report.code])], codes) ||
      !final.split(',').includes(report.status)
    )
      return null
    const request = beside.get(serviceRequestResource, targetOf(report.basedOn?.[0]))
    const encounter = beside.get(encounterResource, targetOf(report.encounter))
    return {
      source: report.id,
      type: isLaboratory(report) ? 'laboratory' : 'imaging',
      attention_number:
        encounter?.identifier?.[0]?.value ??
        report.encounter?.identifier?.value ??
        report.identifier?.[0]?.value ??
        report.id,
      type_exam: name,
      doctor_solicite:
        firstText(
          request?.requester?.display,
          report.basedOn?.[0]?.display,
          ...(report.performer ?? []).map(({ display }) => display),
        ) ?? 'No informado',
      type_patient: kindsOfPatient[encounter?.class?.code ?? 'AMB'] ?? 'Ambulatorio',
      taken_at,
      status: resultStatuses.find((status) => status === report.status) ?? 'final',
      corrected_at: null,
      conclusion: report.conclusion ?? null,
      reserved: await reserve.report(report),
      report,
    }
  }

  async function toldExams(patient: Patient, resources: readonly unknown[], beside: Beside) {
    const { found } = readAll('DiagnosticReport', reportResource, resources)
    const reports = found.filter(({ subject }) => isOf(patient, [targetOf(subject)]))
    return (await Promise.all(reports.map((one) => toldExam(one, beside)))).filter((one) => one !== null)
  }

  /** Returns whether an attachment is a PDF that can be fetched. One at an address that is not allowed is not offered. */
  const isOffered = (one: Attachment) =>
    isPdf(one) && (one.data !== undefined || (one.url !== undefined && line.isReachable(one.url)))

  /** Returns the observations of a report and of its panels. `isComplete` is false if one of them could not be read. */
  function observationsOf(patient: Patient, report: Report) {
    const beside = new Beside(noteUnreadable)
    return collectObservations(report, {
      isReserved: reserve.observation,
      isOfPatient: (subject) => isOf(patient, [targetOf(subject)]),
      load: async (references) => {
        const targets = references.map(targetOf)
        await fetchMissing(beside, targets)
        return targets.map((target) => {
          const one = beside.get(observationResource, target)
          return one && isOf(patient, [targetOf(one.subject)]) ? one : null
        })
      },
    })
  }

  function measureOf(
    observation: Observation,
    one: ReadMeasure,
    flags: { shown: boolean; reserved: boolean; isInner: boolean },
  ): ToldMeasure {
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
      shown: flags.shown && !isNeverShown([name, ...namesOf([code])], codesOf([code])),
      reserved: flags.reserved,
    }
  }

  const isShown = ({ code }: { readonly code?: Concept | undefined }) =>
    code === undefined || !isNeverShown(namesOf([code]), codesOf([code]))

  function measuresOf(one: Observation, reserved: boolean, isInner = false): readonly ToldMeasure[] {
    const flags = { shown: isShown(one), reserved, isInner }
    return readObservation(one).measures.map((measure) => measureOf(one, measure, flags))
  }

  return {
    hours: (patient: Patient, query: Readonly<Record<string, string>>) =>
      walk(
        'Appointment',
        { patient: `Patient/${patient.source}`, _include: 'Appointment:actor', _count: '100', ...query },
        (page, beside) => toldHours(patient, page, beside),
      ),

    hour: async (patient: Patient, source: string): Promise<ToldHour | null> => {
      const found = await line.read(`Appointment/${source}`)
      return (await toldHours(patient, [found], new Beside(noteUnreadable)))[0] ?? null
    },

    /** Reads an appointment: `gone` if it was deleted or is another patient's, `unknown` if it cannot be read. */
    hourOrGone: async (patient: Patient, source: string): Promise<ToldHour | 'gone' | 'unknown'> => {
      const found = await line.read(`Appointment/${source}`)
      if (found === null) return 'gone'
      const read = z.safeParse(appointmentResource, found)
      if (!read.success) return 'unknown'
      const named = read.data.participant.map(({ actor }) => targetOf(actor))
      const isOthers = named.some((target) => target?.startsWith('Patient/')) && !isOf(patient, named)
      if (isOthers) return 'gone'
      return (await toldHours(patient, [found], new Beside(noteUnreadable)))[0] ?? 'unknown'
    },

    /** Returns the exams, and the number of reports that cannot be read. */
    exams: async (patient: Patient) => {
      let unreadable = 0
      const exams = await walk(
        'DiagnosticReport',
        { patient: `Patient/${patient.source}`, status: final, _sort: '-date', _count: '100' },
        async (page, beside) => {
          const told = await toldExams(patient, page, beside)
          unreadable += readAll('DiagnosticReport', reportResource, page).unreadable
          await fetchMissing(
            beside,
            told.flatMap(({ report }) => [targetOf(report.basedOn?.[0]), targetOf(report.encounter)]),
          )
          return (await Promise.all(told.map(({ report }) => toldExam(report, beside)))).filter(
            (one) => one !== null,
          )
        },
      )
      return { exams, unreadable }
    },

    /** Returns whether a result is shown at all, and whether the law keeps it from an adolescent's guardian. */
    judgeResult: async (one: Observation) => ({
      shown: [one, ...(one.component ?? [])].every(isShown),
      reserved: await reserve.observation(one),
    }),

    /** Returns those of the reports that belong to the patient, are final and may be shown. */
    told: (patient: Patient, reports: readonly unknown[]) =>
      toldExams(patient, reports, new Beside(noteUnreadable)),

    exam: async (patient: Patient, source: string): Promise<ToldExam | null> => {
      const beside = new Beside(noteUnreadable)
      const [told] = await toldExams(patient, [await line.read(`DiagnosticReport/${source}`)], beside)
      if (told === undefined) return null
      await fetchMissing(beside, [targetOf(told.report.basedOn?.[0]), targetOf(told.report.encounter)])
      return toldExam(told.report, beside)
    },

    /**
     * Returns the measures of an exam. Whether its document may be shown depends on all of its observations, also cancelled ones
     * and those without a value, because the document may mention them.
     */
    measures: async (patient: Patient, exam: ToldExam) => {
      const { members, isComplete } = await observationsOf(patient, exam.report)
      const parts = members.map(({ observation, isReserved }) => ({
        shown: [observation, ...(observation.component ?? [])].every(isShown),
        reserved: isReserved,
      }))
      return {
        measures: members
          .filter(({ observation }) => !notMeasured.includes(observation.status))
          .flatMap(({ observation, isReserved, isInner }) => measuresOf(observation, isReserved, isInner)),
        isComplete,
        // Without results it is not known what the document of a laboratory report contains.
        isDocumentJudged: isComplete && (exam.type === 'imaging' || members.length > 0),
        holdsReserved: parts.some(({ reserved }) => reserved),
        holdsNeverShown: parts.some(({ shown }) => !shown),
      }
    },

    /**
     * Returns the earlier results of a corrected measure, the oldest first, from the history of its resource. The list is empty if
     * the server has no history; the page then says only that the laboratory corrected the result.
     */
    earlier: async (patient: Patient, measure: ToldMeasure) => {
      if (measure.origin === null || !isCorrected(measure.reported)) return []
      const { id, element } = measure.origin
      const versions = await historyOf(line, id)
      const told = await Promise.all(
        versions.map(async (one) => {
          if (!isOf(patient, [targetOf(one.subject)]) || notMeasured.includes(one.status)) return null
          const same = measuresOf(one, await reserve.observation(one)).find(
            ({ origin, code }) => origin?.element === element && code === measure.code,
          )
          return same === undefined ? null : { ...same, replaced: momentOf(one.meta?.lastUpdated) }
        }),
      )
      const known = told.filter((one) => one !== null).toReversed()
      return known.flatMap(({ name, reported, shown, reserved }, at) => {
        const replaced_at = known[at + 1]?.replaced ?? null
        return replaced_at === null ? [] : [{ name, reported, shown, reserved, replaced_at }]
      })
    },

    /** Returns all values of these measures, the oldest first. Reserved ones are marked. */
    past: async (patient: Patient, searches: readonly string[]) => {
      if (searches.length === 0) return []
      const query = {
        patient: `Patient/${patient.source}`,
        code: searches.join(','),
        status: final,
        _sort: '-date',
        _count: '100',
      }
      const told = await walk('Observation', query, async (page) => {
        const { found } = readAll('Observation', observationResource, page)
        const own = found.filter(({ subject }) => isOf(patient, [targetOf(subject)]))
        const each = await Promise.all(
          own.map(async (one) => {
            const at =
              momentOf(one.effectiveDateTime) ?? momentOf(one.effectivePeriod?.start) ?? momentOf(one.issued)
            if (at === null) return []
            const reserved = await reserve.observation(one)
            return measuresOf(one, reserved).map((measure) => ({ ...measure, at }))
          }),
        )
        return each.flat()
      })
      return told.toSorted((one, other) => one.at.getTime() - other.at.getTime())
    },

    /** Returns the documents of a report that can be fetched: first the attached ones, then the related ones. */
    papersOf: async (patient: Patient, report: Report): Promise<readonly Attachment[]> => {
      const found = (report.presentedForm ?? []).filter(isOffered)
      const query = {
        patient: `Patient/${patient.source}`,
        related: `DiagnosticReport/${report.id}`,
        _count: '10',
      }
      for await (const page of line.search('DocumentReference', query))
        found.push(...page.flatMap((one) => pdfsOf(one, patient, targetOf)).filter(isOffered))
      // A related document that is also attached to the report counts once.
      const namesOfFound = found.map(({ url, data }) => url ?? data ?? '')
      return found.filter((_, index) => namesOfFound.indexOf(namesOfFound[index] ?? '') === index)
    },

    /** Returns the bytes of an attachment if they are a PDF, read from the server itself or from an allowed address. */
    bytesOf: async (attachment: Attachment): Promise<Uint8Array | null> => {
      const bytes = await (async () => {
        if (attachment.data !== undefined) return Buffer.from(attachment.data, 'base64')
        if (attachment.url === undefined) return null
        if (line.ownAddress(attachment.url) === null) return line.fetchDocument(attachment.url)
        const answer = await line.fetch(attachment.url)
        if (answer === null || !answer.type.includes('json')) return answer?.bytes ?? null
        const read = z.safeParse(binaryResource, jsonOf(answer))
        return read.success && read.data.data !== undefined ? Buffer.from(read.data.data, 'base64') : null
      })()
      return bytes !== null && Buffer.from(bytes).subarray(0, 5).toString('latin1') === '%PDF-' ? bytes : null
    },
  }
}

export type FhirRecord = ReturnType<typeof fhirRecord>
