/** Reads the entries of a transaction without the database: names, references and errors. */
import type { FieldError } from '@mi-portal/contract/api-error'
import type { Attendance } from '@mi-portal/contract/attendance'
import type { ServiceScope } from '@mi-portal/contract/fhir'
import {
  type InboundAppointment,
  type InboundConcept,
  type InboundEntry,
  type InboundObservation,
  type InboundPatient,
  type InboundReference,
  type InboundReport,
  type InboundResource,
  unstoredElements,
} from '@mi-portal/contract/fhir-inbound'
import { type ReadMeasure, readObservation } from '@mi-portal/contract/results/fhir/observation'
import { hasReleaseTag } from '@mi-portal/contract/results/release/result-release'
import { type ResultStatus, resultStatuses } from '@mi-portal/contract/results/reported-result'
import { isShowable } from '@mi-portal/contract/results/value-text'
import { dayOf, momentOf } from '@mi-portal/contract/values/dates'
import type { Identifier } from 'fhir/r4'
import { issuerOf, passportOf, runOf } from './cl-core.rules.ts'

/** The sender's own name of an object, by which a repeated transaction is recognised. */
type SourceKey = { readonly type: string; readonly system: string; readonly value: string }

export type Item = {
  /** The position of the entry in the bundle. */
  readonly at: number
  readonly fullUrl: string | undefined
  readonly resource: InboundResource
  /** Null for a `Binary`, which is part of its document. */
  readonly key: SourceKey | null
}

/**
 * The target of a reference: an entry of this bundle, an object sent earlier, or a resource by the portal's own id.
 */
type Target =
  | { readonly kind: 'entry'; readonly item: Item }
  | { readonly kind: 'source'; readonly key: SourceKey }
  | { readonly kind: 'own'; readonly type: string; readonly id: number }

export const expressionOf = (at: number, element = ''): string =>
  `Bundle.entry[${at}]${element === '' ? '' : `.${element}`}`

export function issueAt(at: number, element: string, msg: string): FieldError {
  return { msg, param: expressionOf(at, element) }
}

export function keyText({ type, system, value }: SourceKey): string {
  return `${type}?identifier=${system}|${value}`
}

/** Parses `Type?identifier=system|value`; returns null for any other text. */
function conditionOf(url: string): SourceKey | null {
  const [, type, rest] = /^([A-Z][A-Za-z]+)\?identifier=([^&]+)$/.exec(url) ?? []
  if (type === undefined || rest === undefined) return null
  let decoded: string
  try {
    decoded = decodeURIComponent(rest)
  } catch {
    return null
  }
  const cut = decoded.lastIndexOf('|')
  const [system, value] = [decoded.slice(0, Math.max(0, cut)).trim(), decoded.slice(cut + 1).trim()]
  return cut < 1 || system === '' || value === '' ? null : { type, system, value }
}

function requestErrorOf(entry: InboundEntry, key: SourceKey | null): [string, string] | null {
  const { resource, request } = entry
  if (resource.resourceType === 'Binary')
    return request.method === 'POST' && request.url === 'Binary'
      ? null
      : ['request', 'Un Binary llega con POST Binary, junto a su documento']
  if (request.method !== 'PUT' || key === null)
    return ['request', `Debe ser PUT ${resource.resourceType}?identifier=sistema|valor`]
  if (key.type !== resource.resourceType) return ['request.url', 'No es el tipo del recurso']
  const isOwn = resource.identifier.some(({ system, value }) => system === key.system && value === key.value)
  return isOwn ? null : ['resource.identifier', 'Falta el identificador de request.url']
}

/** Returns the entries as items, with all errors that can be found without a lookup. */
export function itemsOf(entries: readonly InboundEntry[], scopes: readonly ServiceScope[]) {
  const issues: FieldError[] = []
  const seen = new Set<string>()
  const items = entries.map((entry, at): Item => {
    const key = entry.resource.resourceType === 'Binary' ? null : conditionOf(entry.request.url)
    const wrong = requestErrorOf(entry, key)
    if (wrong) issues.push(issueAt(at, ...wrong))
    for (const name of [key && keyText(key), entry.fullUrl]) {
      if (!name) continue
      if (seen.has(name)) issues.push(issueAt(at, '', 'Ya viene en esta transacción'))
      seen.add(name)
    }
    return { at, fullUrl: entry.fullUrl, resource: entry.resource, key }
  })
  const may = new Set<string>(scopes)
  const forbidden = items.flatMap(({ at, resource: { resourceType } }) =>
    may.has(`system/${resourceType === 'Binary' ? 'DocumentReference' : resourceType}.write`)
      ? []
      : [issueAt(at, 'resource', 'Esta cuenta de servicio no puede enviar este tipo de recurso')],
  )
  return { items, fieldErrors: issues, forbidden }
}

export function targetFinder(items: readonly Item[]) {
  const byUrl = new Map(
    items.flatMap((item) => (item.fullUrl === undefined ? [] : [[item.fullUrl, item] as const])),
  )
  const byKey = new Map(
    items.flatMap((item) => (item.key === null ? [] : [[keyText(item.key), item] as const])),
  )
  return (reference: InboundReference | undefined): Target | null => {
    const text = reference?.reference
    if (text === undefined) return null
    const condition = conditionOf(text)
    const item = byUrl.get(text) ?? (condition === null ? undefined : byKey.get(keyText(condition)))
    if (item !== undefined) return { kind: 'entry', item }
    if (condition !== null) return { kind: 'source', key: condition }
    const [, type, id] = /^([A-Z][A-Za-z]+)\/(\d{1,9})$/.exec(text) ?? []
    return type === undefined ? null : { kind: 'own', type, id: Number(id) }
  }
}
export type FindTarget = ReturnType<typeof targetFinder>

/**
 * Returns a text of a resource that stays the same when the transaction is sent again: a reference to another entry is
 * replaced by the identifier of that entry, because another bundle may spell the reference differently.
 */
export function comparableText(
  resource: InboundResource,
  find: FindTarget,
  digestOf: (data: string) => string,
): string {
  return JSON.stringify(resource, (name, value: unknown) => {
    // The data may have millions of characters, so the text contains their hash.
    if (name === 'data' && typeof value === 'string') return digestOf(value)
    if (name !== 'reference' && name !== 'url') return value
    const target = typeof value === 'string' ? find({ reference: value }) : null
    if (target?.kind !== 'entry') return value
    const { key, resource: received } = target.item
    if (key !== null) return keyText(key)
    return received.resourceType === 'Binary' ? digestOf(received.data) : ''
  })
}

type Document = {
  readonly document_type_id: 1 | 2
  readonly document_number: string
  /** Code of the country that issued the passport, as the sender writes it; null if the sender does not say. */
  readonly issuer: string | null
}

/** Returns the RUN or passport of a patient or of a logical reference, by CL Core's types. */
export function documentOf(identifiers: readonly object[]): Document | null {
  // Both functions accept any external text and return a valid document or null.
  const all = identifiers as readonly Identifier[]
  const run = all.map(runOf).find((one) => one !== null)
  if (run) return { document_type_id: 1, document_number: run, issuer: null }
  const passport = all.find((one) => passportOf(one) !== null)
  const number = passport === undefined ? null : passportOf(passport)
  return passport && number
    ? { document_type_id: 2, document_number: number, issuer: issuerOf(passport) }
    : null
}

function wordsOf(concept: InboundConcept | undefined): string | undefined {
  return concept?.text?.trim() || concept?.coding?.map(({ display }) => display?.trim()).find(Boolean)
}

function codesOf(concepts: readonly InboundConcept[] | undefined): string[] {
  return (concepts ?? []).flatMap(({ coding }) => (coding ?? []).flatMap(({ code }) => code ?? []))
}

const second = /SegundoApellido$|mothers-family$/

export function namesOf(patient: InboundPatient) {
  const name = patient.name.find(({ use }) => use === 'official') ?? patient.name[0]
  return {
    first_name: (name?.given ?? []).join(' ').trim(),
    last_name: name?.family?.trim() ?? '',
    second_name: name?._family?.extension?.find(({ url }) => second.test(url))?.valueString?.trim() ?? '',
  }
}

export const genderIds = { female: 1, male: 2, other: 3, unknown: 4 } as const

/**
 * Codes of sensitive data and of confidentiality (HL7 v3) that mark data which the law keeps from an adolescent's
 * guardian.
 */
const sensitiveCodes = /^(HIV|STD|PSY|PSYTHPN|MH|BH|SUD|ETH|ETHUD|OPIOIDUD|SEX|SDV|VIO|PREGNANT|RPR|R|V)$/i

function isLabelled({ meta }: { readonly meta?: InboundReport['meta'] }): boolean {
  return (meta?.security ?? []).some(({ code }) => code !== undefined && sensitiveCodes.test(code))
}

function actors(appointment: InboundAppointment) {
  return appointment.participant.map(({ actor }) => actor)
}

const isPerson = (actor: InboundReference) =>
  actor.reference?.startsWith('Practitioner') === true ||
  (actor.reference === undefined && documentOf([actor.identifier ?? {}])?.document_type_id === 1)
const isPlace = (actor: InboundReference) =>
  actor.reference?.startsWith('Location') === true ||
  (actor.reference === undefined && actor.identifier !== undefined && documentOf([actor.identifier]) === null)

const cancelledStatuses = ['cancelled', 'noshow', 'entered-in-error']

/** Returns what the status of an appointment says of the attendance; null if it says nothing. */
function attendanceOf(status: string): Attendance | null {
  if (status === 'fulfilled') return 'attended'
  return status === 'noshow' ? 'missed' : null
}

/** Returns an appointment as it was sent, and its errors. */
export function readAppointment(appointment: InboundAppointment, at: number) {
  const issues: FieldError[] = []
  const doctor = actors(appointment).find(isPerson)
  const place = actors(appointment).find(isPlace)
  const [starts_at, ends_at] = [new Date(appointment.start), new Date(appointment.end)]
  const minutes = (ends_at.getTime() - starts_at.getTime()) / 60_000
  if (!(minutes > 0 && minutes <= 24 * 60))
    issues.push(issueAt(at, 'resource.end', 'Debe ser después de start, a lo más un día'))
  if (doctor?.display === undefined)
    issues.push(issueAt(at, 'resource.participant', 'Falta el profesional (Practitioner con display)'))
  if (place?.identifier?.value === undefined)
    issues.push(issueAt(at, 'resource.participant', 'Falta la sede (Location con identifier.value)'))
  const specialty = wordsOf(appointment.specialty[0])
  if (specialty === undefined) issues.push(issueAt(at, 'resource.specialty', 'Falta'))
  const kinds = [appointment.appointmentType, ...(appointment.serviceType ?? [])].map(wordsOf)
  const isRemote = kinds.some((word) => /tele|video|virtual|remot/i.test(word ?? ''))
  const known = doctor?.identifier === undefined ? null : documentOf([doctor.identifier])
  const words = {
    doctor_name: doctor?.display ?? '',
    specialty: specialty ?? '',
    sub_context: kinds.find((word) => word && !/^(presencial|telemedicina)$/i.test(word)) ?? 'Consulta',
    place_detail: appointment.patientInstruction ?? place?.display ?? '',
  }
  for (const [name, word] of Object.entries(words))
    if (Buffer.byteLength(word) > 300) issues.push(issueAt(at, 'resource', `Texto demasiado largo: ${name}`))
  return {
    fieldErrors: issues,
    patient: actors(appointment).find((actor) => !isPerson(actor) && !isPlace(actor)),
    hour: {
      ...words,
      rut_professional: known?.document_number ?? '',
      office: place?.identifier?.value ?? '',
      codes: codesOf(appointment.specialty),
      modality: isRemote ? ('telemedicina' as const) : ('presencial' as const),
      starts_at,
      ends_at,
      state: cancelledStatuses.includes(appointment.status) ? ('cancelled' as const) : ('booked' as const),
      attendance: attendanceOf(appointment.status),
      reserved: isLabelled(appointment),
    },
  }
}

const laboratory = ['LAB', 'laboratory', 'LP29693-6', '26436-6', '11502-2']

type Timed = Pick<InboundReport, 'effectiveDateTime' | 'effectivePeriod' | 'issued'>

/**
 * Returns when something was measured, and which element says so. A date without a time becomes noon, which is on
 * that day in Chile.
 */
function takenAt({
  effectiveDateTime,
  effectivePeriod,
  issued,
}: Timed): { at: Date; isDay: boolean; element: string } | null {
  const given: readonly (readonly [string, string | undefined])[] = [
    ['effectiveDateTime', effectiveDateTime],
    ['effectivePeriod.start', effectivePeriod?.start],
    ['effectivePeriod.end', effectivePeriod?.end],
    ['issued', issued],
  ]
  for (const [element, text] of given) {
    if (text === undefined) continue
    const isDay = !text.includes('T')
    return { at: isDay ? momentOf(text, '12:00') : new Date(text), isDay, element }
  }
  return null
}

/** Returns the time of a report or result, or its errors. */
function timeOf(
  resource: Timed,
  at: number,
  now: Date,
): { taken_at: Date | null; fieldErrors: FieldError[] } {
  const time = takenAt(resource)
  if (time === null) return { taken_at: null, fieldErrors: [] }
  const element = `resource.${time.element}`
  if (Number.isNaN(time.at.getTime()))
    return { taken_at: null, fieldErrors: [issueAt(at, element, 'No es una fecha')] }
  const isFuture = time.isDay ? dayOf(time.at) > dayOf(now) : time.at > now
  return { taken_at: time.at, fieldErrors: isFuture ? [issueAt(at, element, 'Está en el futuro')] : [] }
}

const notStored = 'El portal no puede guardar este elemento'

function unstoredIssues(resource: InboundReport | InboundObservation, at: number): FieldError[] {
  return unstoredElements(resource).map((element) => issueAt(at, `resource.${element}`, notStored))
}

const isGoneStatus = (status: string) => status === 'cancelled' || status === 'entered-in-error'

function statusOf(status: string): ResultStatus {
  return resultStatuses.find((one) => one === status) ?? 'final'
}

/** Returns the conclusion followed by its conclusion codes, each as text or else as its code; null without either. */
function conclusionOf({ conclusion, conclusionCode = [] }: InboundReport): string | null {
  const coded = conclusionCode.flatMap((one) => wordsOf(one) ?? codesOf([one])[0] ?? [])
  return [conclusion?.trim() ?? '', ...coded].filter((words) => words !== '').join('\n') || null
}

/** Returns an exam as its report was sent, and its errors. */
export function examOf(report: InboundReport, at: number, now: Date) {
  const time = timeOf(report, at, now)
  const issues: FieldError[] = [...time.fieldErrors, ...unstoredIssues(report, at)]
  if (time.taken_at === null && time.fieldErrors.length === 0)
    issues.push(
      issueAt(at, 'resource.effectiveDateTime', 'Falta effectiveDateTime, effectivePeriod o issued'),
    )
  const type_exam = wordsOf(report.code) ?? ''
  if (type_exam === '') issues.push(issueAt(at, 'resource.code', 'Falta text o coding.display'))
  const attention = report.encounter?.identifier?.value ?? report.identifier[0]?.value ?? ''
  const accession_number =
    report.identifier.find(({ type }) => codesOf(type && [type]).includes('ACSN'))?.value?.trim() || null
  if (accession_number !== null && accession_number.length > 64)
    issues.push(issueAt(at, 'resource.identifier', 'El número de acceso (ACSN) tiene más de 64 caracteres'))
  const doctor = report.basedOn?.find(({ display }) => display !== undefined)?.display ?? 'No informado'
  if (Buffer.byteLength(attention) > 40)
    issues.push(issueAt(at, 'resource.identifier', 'El número de atención tiene más de 40 bytes'))
  if (Buffer.byteLength(type_exam) > 500 || Buffer.byteLength(doctor) > 300)
    issues.push(issueAt(at, 'resource', 'Texto demasiado largo'))
  const conclusion = conclusionOf(report)
  if (conclusion !== null && Buffer.byteLength(conclusion) > 20_000)
    issues.push(issueAt(at, 'resource.conclusion', 'Texto demasiado largo'))
  const categories = codesOf(report.category)
  const isLaboratory =
    categories.length === 0
      ? (report.result ?? []).length > 0
      : categories.some((code) => laboratory.includes(code))
  return {
    fieldErrors: issues,
    exam: {
      attention_number: attention,
      accession_number,
      type: isLaboratory ? ('laboratory' as const) : ('imaging' as const),
      type_exam,
      codes: codesOf([report.code]),
      doctor_solicite: doctor,
      taken_at: time.taken_at ?? now,
      status: statusOf(report.status),
      conclusion,
      isGone: isGoneStatus(report.status),
      labelled: isLabelled(report),
      isReleased: hasReleaseTag(report.meta?.tag),
    },
  }
}

/** Returns the exam of a result without a report, such as a vital sign. */
export function looseExamOf(observation: InboundObservation, at: number, name: string, now: Date) {
  const time = timeOf(observation, at, now)
  const issues: FieldError[] = [...time.fieldErrors]
  if (time.taken_at === null && issues.length === 0)
    issues.push(
      issueAt(at, 'resource.effectiveDateTime', 'Falta effectiveDateTime, effectivePeriod o issued'),
    )
  const attention_number = observation.identifier[0]?.value ?? ''
  if (Buffer.byteLength(attention_number) > 40)
    issues.push(issueAt(at, 'resource.identifier', 'El número de atención tiene más de 40 bytes'))
  if (Buffer.byteLength(name) > 500) issues.push(issueAt(at, 'resource.code', 'Texto demasiado largo'))
  return {
    fieldErrors: issues,
    exam: {
      attention_number,
      accession_number: null,
      type: 'laboratory' as const,
      type_exam: name,
      codes: codesOf([observation.code]),
      doctor_solicite: 'No informado',
      taken_at: time.taken_at ?? now,
      status: statusOf(observation.status),
      conclusion: null,
      isGone: isGoneStatus(observation.status),
      labelled: isLabelled(observation),
      isReleased: hasReleaseTag(observation.meta?.tag),
    },
  }
}
export type ReceivedExam = ReturnType<typeof examOf>['exam'] | ReturnType<typeof looseExamOf>['exam']

export type ReceivedMeasure = ReadMeasure & {
  /** When the measure was taken, if the result has a time of its own. */
  readonly taken_at: Date | null
  readonly isGone: boolean
  readonly labelled: boolean
}

/** Returns the measures of an observation, and errors for what cannot be stored. */
export function measuresOf(
  observation: InboundObservation,
  at: number,
  now: Date,
): { fieldErrors: FieldError[]; measures: ReceivedMeasure[] } {
  const isGone = isGoneStatus(observation.status)
  const time = timeOf(observation, at, now)
  const read = readObservation(observation)
  const issues: FieldError[] = [
    ...time.fieldErrors,
    ...unstoredIssues(observation, at),
    ...read.unread.map((element) => issueAt(at, `resource.${element}`, notStored)),
  ]
  const measures = read.measures.map((measure) => ({
    ...measure,
    taken_at: time.taken_at,
    isGone,
    labelled: isLabelled(observation),
  }))
  for (const { element, name, codes, result } of measures) {
    const place = element === '' ? 'resource' : `resource.${element}`
    if (name === null && codes.length === 0) issues.push(issueAt(at, `${place}.code`, 'Falta text o coding'))
    if (result.value.kind === 'none' && !isShowable(result) && !isGone)
      issues.push(issueAt(at, place, 'Falta el valor o dataAbsentReason'))
  }
  return { fieldErrors: issues, measures: isGone ? [] : measures }
}
