/** One patient's record on a FHIR server, in the portal's shapes. Every resource is looked at for whose it is. */
import type { ExamType } from '@mi-portal/contract/exams'
import { exactTotal } from '@mi-portal/contract/paging'
import { isNeverShown } from '@mi-portal/contract/values/never-shown'
import * as z from 'zod/mini'
import type { ArchivedExam, Hour, Measure } from '../../../ports/clinical-archive.ts'
import type { ArchiveLine } from './line.ts'
import { type Catalogue, reserveOf } from './reserve.ts'
import {
  type AppointmentResource,
  type Attachment,
  appointmentResource,
  binaryResource,
  documentResource,
  encounterResource,
  locationResource,
  type Measured,
  type Observation,
  observationResource,
  practitionerResource,
  type Report,
  reportResource,
  serviceRequestResource,
} from './resources.ts'
import { codesOf, mainCode, momentOf, nameOf, runOf, targetOf, wordsOf } from './told-words.ts'

/** What the server knows under its own names; the portal's numbers come later. */
export type ToldHour = Omit<Hour, 'id' | 'patient_id'> & {
  readonly source: string
  readonly version: string | null
  readonly state: 'booked' | 'cancelled'
  readonly reserved: boolean
}
export type ToldExam = Omit<ArchivedExam, 'id' | 'patient_id'> & {
  readonly source: string
  readonly type: ExamType
  readonly reserved: boolean
  readonly report: Report
}
type ToldMeasure = Omit<Measure, 'history'> & {
  readonly search: string | null
  /** The unit's code in UCUM, where the server says that it is one. */
  readonly ucum: string | null
  readonly shown: boolean
  readonly reserved: boolean
}

type Resource = { readonly resourceType: string; readonly id: string }

const attended = ['booked', 'arrived', 'checked-in', 'fulfilled']
const unitsOfMeasure = 'http://unitsofmeasure.org'
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

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && 'resourceType' in value && 'id' in value
}

/** The resources that came along, by `Type/id`. */
class Beside {
  readonly #found = new Map<string, unknown>()

  add(resources: readonly unknown[]): void {
    for (const one of resources) if (isResource(one)) this.#found.set(`${one.resourceType}/${one.id}`, one)
  }

  has(target: string): boolean {
    return this.#found.has(target)
  }

  get<T extends z.ZodMiniType>(schema: T, target: string | null): z.output<T> | undefined {
    const read = target === null ? null : z.safeParse(schema, this.#found.get(target))
    return read?.success ? read.data : undefined
  }
}

export type Patient = { readonly id: number; readonly source: string }

function numberOr(value: number | undefined): number | null {
  return value ?? null
}

function decimalsOf(values: readonly (number | null | undefined)[]): number {
  return Math.min(6, Math.max(0, ...values.map((one) => String(one ?? '').split('.')[1]?.length ?? 0)))
}

function wordsMeasured(one: Measured): string | null {
  if (one.valueString !== undefined) return one.valueString
  if (one.valueBoolean !== undefined) return one.valueBoolean ? 'Sí' : 'No'
  return wordsOf(one.valueCodeableConcept) ?? wordsOf(one.dataAbsentReason) ?? null
}

function measuredValue(one: Measured): number | null {
  return one.valueQuantity?.value ?? one.valueInteger ?? null
}

function isLaboratory(report: Report): boolean {
  const codes = codesOf(report.category)
  if (codes.some((code) => laboratory.has(code))) return true
  return !codes.some((code) => imaging.has(code)) && (report.result ?? []).length > 0
}

const isPdf = (attachment: Attachment) => (attachment.contentType ?? '').startsWith('application/pdf')

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

/** The PDF of a document of that patient that is in force. */
function pdfOf(one: unknown, patient: Patient): Attachment | null {
  const read = z.safeParse(documentResource, one)
  if (!read.success || targetOf(read.data.subject) !== `Patient/${patient.source}`) return null
  if (read.data.status !== undefined && read.data.status !== 'current') return null
  return read.data.content.map(({ attachment }) => attachment).find(isPdf) ?? null
}

export function fhirRecord(line: ArchiveLine, catalogue: Catalogue, unnamedPlace: string) {
  const reserve = reserveOf(catalogue)

  /** Reads what is referred to and did not come along, several at a time. */
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

  const actorsOf = (one: AppointmentResource) => one.participant.flatMap(({ actor }) => actor ?? [])

  async function toldHour(one: AppointmentResource, beside: Beside): Promise<ToldHour | null> {
    const starts_at = momentOf(one.start)
    if (starts_at === null) return null
    const specialty = one.specialty?.map(wordsOf).find(Boolean) ?? 'Consulta'
    return {
      source: one.id,
      version: one.meta?.versionId ?? null,
      state: attended.includes(one.status) ? 'booked' : 'cancelled',
      specialty_code: Number(codesOf(one.specialty).find((word) => /^\d{1,6}$/.test(word)) ?? 0),
      specialty,
      ...professionalOf(one, beside),
      ...placeOf(one, beside),
      ...kindOfVisit(one),
      starts_at,
      ends_at: endOf(one, starts_at),
      reserved: await reserve.hour(one, specialty),
    }
  }

  function professionalOf(one: AppointmentResource, beside: Beside) {
    const doctor = actorsOf(one).find((actor) => targetOf(actor)?.startsWith('Practitioner'))
    const practitioner = beside.get(practitionerResource, targetOf(doctor))
    return {
      rut_professional: runOf(practitioner?.identifier),
      doctor_name: doctor?.display ?? nameOf(practitioner) ?? 'Profesional por confirmar',
    }
  }

  function placeOf(one: AppointmentResource, beside: Beside) {
    const place = actorsOf(one).find((actor) => targetOf(actor)?.startsWith('Location/'))
    const location = beside.get(locationResource, targetOf(place))
    const name = location?.name ?? place?.display ?? unnamedPlace
    return {
      place_care: location?.partOf?.display ?? name,
      place_detail: location?.description ?? one.patientInstruction ?? name,
    }
  }

  async function toldHours(patient: Patient, resources: readonly unknown[], beside: Beside) {
    const found = resources.flatMap((one) => {
      const read = z.safeParse(appointmentResource, one)
      return read.success && isOf(patient, actorsOf(read.data).map(targetOf)) ? [read.data] : []
    })
    await fetchMissing(
      beside,
      found.flatMap((one) =>
        actorsOf(one)
          .map(targetOf)
          .filter((target) => /^(Practitioner|Location)\//.test(target ?? '')),
      ),
    )
    return (await Promise.all(found.map((one) => toldHour(one, beside)))).filter((one) => one !== null)
  }

  /** All pages of a search as far as lists count, each told as it comes. */
  async function walk<T>(
    type: string,
    query: Readonly<Record<string, string>>,
    tell: (page: readonly unknown[], beside: Beside) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const beside = new Beside()
    const told: T[] = []
    for await (const page of line.search(type, query)) {
      beside.add(page)
      told.push(...(await tell(page, beside)))
      if (told.length > exactTotal) break
    }
    return told
  }

  async function toldExam(report: Report, beside: Beside): Promise<ToldExam | null> {
    const name = wordsOf(report.code) ?? 'Examen'
    const taken_at =
      momentOf(report.effectiveDateTime) ?? momentOf(report.effectivePeriod?.start) ?? momentOf(report.issued)
    if (taken_at === null || isNeverShown(name) || !final.split(',').includes(report.status)) return null
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
        request?.requester?.display ??
        report.basedOn?.[0]?.display ??
        report.performer?.find(({ display }) => display !== undefined)?.display ??
        'No informado',
      type_patient: kindsOfPatient[encounter?.class?.code ?? 'AMB'] ?? 'Ambulatorio',
      taken_at,
      reserved: await reserve.report(report),
      report,
    }
  }

  async function toldExams(patient: Patient, resources: readonly unknown[], beside: Beside) {
    const reports = resources.flatMap((one) => {
      const read = z.safeParse(reportResource, one)
      return read.success && isOf(patient, [targetOf(read.data.subject)]) ? [read.data] : []
    })
    return (await Promise.all(reports.map((one) => toldExam(one, beside)))).filter((one) => one !== null)
  }

  /** The observations of a report with the members of its panels; what the server does not give is left out. */
  async function observationsOf(patient: Patient, report: Report) {
    const beside = new Beside()
    const pick = async (targets: readonly (string | null)[]) => {
      await fetchMissing(beside, targets)
      return targets.flatMap((target) => {
        const one = beside.get(observationResource, target)
        return one && isOf(patient, [targetOf(one.subject)]) ? [one] : []
      })
    }
    const targets = (report.result ?? []).map(targetOf)
    const first = await pick(targets)
    const members = await pick(
      first.flatMap((one) => (one.hasMember ?? []).map(targetOf)).filter((one) => !targets.includes(one)),
    )
    const found = [...first, ...members].filter(
      (one) => !['entered-in-error', 'cancelled', 'registered'].includes(one.status),
    )
    return { found, complete: first.length === targets.length }
  }

  function measureOf(
    code: Observation['code'],
    one: Measured,
    flags: { shown: boolean; reserved: boolean },
  ): ToldMeasure | null {
    const value = measuredValue(one)
    const text = value === null ? wordsMeasured(one) : null
    if (value === null && text === null) return null
    const [range] = one.referenceRange ?? []
    const [low, high] = [numberOr(range?.low?.value), numberOr(range?.high?.value)]
    const main = mainCode(code)
    const name = wordsOf(code) ?? main?.code ?? 'Medición'
    return {
      code: main?.code ?? name,
      search: main?.search ?? null,
      name,
      value,
      text,
      unit: one.valueQuantity?.unit ?? one.valueQuantity?.code ?? null,
      ucum: one.valueQuantity?.system === unitsOfMeasure ? (one.valueQuantity.code ?? null) : null,
      decimals: decimalsOf([value, low, high]),
      low,
      high,
      reference_text: range?.text ?? null,
      shown: flags.shown && !isNeverShown(name),
      reserved: flags.reserved,
    }
  }

  async function measuresOf(one: Observation): Promise<readonly ToldMeasure[]> {
    const flags = { shown: !isNeverShown(wordsOf(one.code) ?? ''), reserved: await reserve.observation(one) }
    return [
      measureOf(one.code, one, flags),
      ...(one.component ?? []).map((part) => measureOf(part.code, part, flags)),
    ].filter((measure) => measure !== null)
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
      return (await toldHours(patient, [found], new Beside()))[0] ?? null
    },

    exams: (patient: Patient) =>
      walk(
        'DiagnosticReport',
        { patient: `Patient/${patient.source}`, status: final, _sort: '-date', _count: '100' },
        async (page, beside) => {
          const told = await toldExams(patient, page, beside)
          await fetchMissing(
            beside,
            told.flatMap(({ report }) => [targetOf(report.basedOn?.[0]), targetOf(report.encounter)]),
          )
          return (await Promise.all(told.map(({ report }) => toldExam(report, beside)))).filter(
            (one) => one !== null,
          )
        },
      ),

    /** Those of these reports that are that patient's, final and of a kind that is shown. */
    told: (patient: Patient, reports: readonly unknown[]) => toldExams(patient, reports, new Beside()),

    exam: async (patient: Patient, source: string): Promise<ToldExam | null> => {
      const beside = new Beside()
      const [told] = await toldExams(patient, [await line.read(`DiagnosticReport/${source}`)], beside)
      if (told === undefined) return null
      await fetchMissing(beside, [targetOf(told.report.basedOn?.[0]), targetOf(told.report.encounter)])
      return toldExam(told.report, beside)
    },

    /** What an exam measured; `complete` is false where the server names results that it does not give. */
    measures: async (patient: Patient, exam: ToldExam) => {
      const { found, complete } = await observationsOf(patient, exam.report)
      return { measures: (await Promise.all(found.map(measuresOf))).flat(), complete }
    },

    /** Every value of these measures, oldest first, reserved ones told as such. */
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
        const own = page.flatMap((one) => {
          const read = z.safeParse(observationResource, one)
          return read.success && isOf(patient, [targetOf(read.data.subject)]) ? [read.data] : []
        })
        const each = await Promise.all(
          own.map(async (one) => {
            const at =
              momentOf(one.effectiveDateTime) ?? momentOf(one.effectivePeriod?.start) ?? momentOf(one.issued)
            return at === null ? [] : (await measuresOf(one)).map((measure) => ({ ...measure, at }))
          }),
        )
        return each.flat()
      })
      return told.toSorted((one, other) => one.at.getTime() - other.at.getTime())
    },

    /** The printed report: attached to it, or the document that is related to it. */
    paperOf: async (patient: Patient, report: Report): Promise<Attachment | null> => {
      const attached = report.presentedForm?.find(isPdf)
      if (attached !== undefined) return attached
      const query = {
        patient: `Patient/${patient.source}`,
        related: `DiagnosticReport/${report.id}`,
        _count: '10',
      }
      for await (const page of line.search('DocumentReference', query)) {
        const pdf = page.map((one) => pdfOf(one, patient)).find((found) => found !== null)
        if (pdf !== undefined) return pdf
      }
      return null
    },

    /** The bytes of an attachment, if they are a PDF; the server is asked for its own addresses alone. */
    bytesOf: async (attachment: Attachment): Promise<Uint8Array | null> => {
      const bytes = await (async () => {
        if (attachment.data !== undefined) return Buffer.from(attachment.data, 'base64')
        if (attachment.url === undefined || line.ownAddress(attachment.url) === null) return null
        const answer = await line.fetch(attachment.url)
        if (answer === null || !answer.type.includes('json')) return answer?.bytes ?? null
        const read = z.safeParse(binaryResource, JSON.parse(Buffer.from(answer.bytes).toString('utf8')))
        return read.success && read.data.data !== undefined ? Buffer.from(read.data.data, 'base64') : null
      })()
      return bytes !== null && Buffer.from(bytes).subarray(0, 5).toString('latin1') === '%PDF-' ? bytes : null
    },
  }
}

export type FhirRecord = ReturnType<typeof fhirRecord>
