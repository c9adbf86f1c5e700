/** What the entries of a transaction say, as far as they say it by themselves: names, references, and what is at fault. */
import type { Fault } from '@mi-portal/contract/failure'
import type { ServiceScope } from '@mi-portal/contract/fhir'
import type {
  InboundAppointment,
  InboundConcept,
  InboundEntry,
  InboundObservation,
  InboundPatient,
  InboundReference,
  InboundReport,
  InboundResource,
} from '@mi-portal/contract/fhir-inbound'
import type { Identifier } from 'fhir/r4'
import { passportOf, runOf } from './cl-core.rules.ts'

/** The sender's own name of something: what the same transaction sent again is known by. */
type SourceKey = { readonly type: string; readonly system: string; readonly value: string }

export type Item = {
  /** Where the entry stands in the bundle. */
  readonly at: number
  readonly fullUrl: string | undefined
  readonly resource: InboundResource
  /** Null of a `Binary`, which is part of its document. */
  readonly key: SourceKey | null
}

/** What a reference means: an entry of this bundle, something told before, or a patient by the portal's own number. */
type Target =
  | { readonly kind: 'entry'; readonly item: Item }
  | { readonly kind: 'source'; readonly key: SourceKey }
  | { readonly kind: 'own'; readonly type: string; readonly id: number }

export const expressionOf = (at: number, element = ''): string =>
  `Bundle.entry[${at}]${element === '' ? '' : `.${element}`}`

export function faultAt(at: number, element: string, msg: string): Fault {
  return { msg, param: expressionOf(at, element) }
}

export function keyText({ type, system, value }: SourceKey): string {
  return `${type}?identifier=${system}|${value}`
}

/** `Type?identifier=system|value`, or null where it is something else. */
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

function requestFault(entry: InboundEntry, key: SourceKey | null): [string, string] | null {
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

/** The entries as items, and everything that is wrong with them before anything is looked up. */
export function itemsOf(entries: readonly InboundEntry[], scopes: readonly ServiceScope[]) {
  const faults: Fault[] = []
  const seen = new Set<string>()
  const items = entries.map((entry, at): Item => {
    const key = entry.resource.resourceType === 'Binary' ? null : conditionOf(entry.request.url)
    const wrong = requestFault(entry, key)
    if (wrong) faults.push(faultAt(at, ...wrong))
    for (const name of [key && keyText(key), entry.fullUrl]) {
      if (!name) continue
      if (seen.has(name)) faults.push(faultAt(at, '', 'Ya viene en esta transacción'))
      seen.add(name)
    }
    return { at, fullUrl: entry.fullUrl, resource: entry.resource, key }
  })
  const may = new Set<string>(scopes)
  const forbidden = items.flatMap(({ at, resource: { resourceType } }) =>
    may.has(`system/${resourceType === 'Binary' ? 'DocumentReference' : resourceType}.write`)
      ? []
      : [faultAt(at, 'resource', 'Esta cuenta de servicio no puede enviar este tipo de recurso')],
  )
  return { items, faults, forbidden }
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

/** What stays the same when a transaction is sent again: references say what they point at, not how this bundle spells it. */
export function steadyText(
  resource: InboundResource,
  find: FindTarget,
  digestOf: (data: string) => string,
): string {
  return JSON.stringify(resource, (name, value: unknown) => {
    // Millions of letters, which nobody should wait for to be written out again.
    if (name === 'data' && typeof value === 'string') return digestOf(value)
    if (name !== 'reference' && name !== 'url') return value
    const target = typeof value === 'string' ? find({ reference: value }) : null
    if (target?.kind !== 'entry') return value
    const { key, resource: told } = target.item
    if (key !== null) return keyText(key)
    return told.resourceType === 'Binary' ? digestOf(told.data) : ''
  })
}

type Document = { readonly document_type_id: 1 | 2; readonly document_number: string }

/** The run or passport of a patient or of a logical reference, by CL Core's type. */
export function documentOf(identifiers: readonly object[]): Document | null {
  // Both are read from a stranger's text and give back a document that is one, or null.
  const all = identifiers as readonly Identifier[]
  const run = all.map(runOf).find((one) => one !== null)
  if (run) return { document_type_id: 1, document_number: run }
  const passport = all.map(passportOf).find((one) => one !== null)
  return passport ? { document_type_id: 2, document_number: passport } : null
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

/** Kinds of sensitive data and degrees of confidentiality (HL7 v3): what the law keeps from an adolescent's guardian. */
const labels = /^(HIV|STD|PSY|PSYTHPN|MH|BH|SUD|ETH|ETHUD|OPIOIDUD|SEX|SDV|VIO|PREGNANT|RPR|R|V)$/i

function isLabelled({ meta }: { readonly meta?: InboundReport['meta'] }): boolean {
  return (meta?.security ?? []).some(({ code }) => code !== undefined && labels.test(code))
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

const gone = ['cancelled', 'noshow', 'entered-in-error']

/** An hour as it is told, and what is missing in it. */
export function hourOf(appointment: InboundAppointment, at: number) {
  const faults: Fault[] = []
  const doctor = actors(appointment).find(isPerson)
  const place = actors(appointment).find(isPlace)
  const [starts_at, ends_at] = [new Date(appointment.start), new Date(appointment.end)]
  const minutes = (ends_at.getTime() - starts_at.getTime()) / 60_000
  if (!(minutes > 0 && minutes <= 24 * 60))
    faults.push(faultAt(at, 'resource.end', 'Debe ser después de start, a lo más un día'))
  if (doctor?.display === undefined)
    faults.push(faultAt(at, 'resource.participant', 'Falta el profesional (Practitioner con display)'))
  if (place?.identifier?.value === undefined)
    faults.push(faultAt(at, 'resource.participant', 'Falta la sede (Location con identifier.value)'))
  const specialty = wordsOf(appointment.specialty[0])
  if (specialty === undefined) faults.push(faultAt(at, 'resource.specialty', 'Falta'))
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
    if (Buffer.byteLength(word) > 300) faults.push(faultAt(at, 'resource', `Texto demasiado largo: ${name}`))
  return {
    faults,
    patient: actors(appointment).find((actor) => !isPerson(actor) && !isPlace(actor)),
    hour: {
      ...words,
      rut_professional: known?.document_number ?? '',
      office: place?.identifier?.value ?? '',
      codes: codesOf(appointment.specialty),
      modality: isRemote ? ('telemedicina' as const) : ('presencial' as const),
      starts_at,
      ends_at,
      state: gone.includes(appointment.status) ? ('cancelled' as const) : ('booked' as const),
      reserved: isLabelled(appointment),
    },
  }
}

const laboratory = ['LAB', 'laboratory', 'LP29693-6', '26436-6', '11502-2']

/** An exam as its report tells it, and what is missing in it. */
export function examOf(report: InboundReport, at: number) {
  const faults: Fault[] = []
  const type_exam = wordsOf(report.code) ?? ''
  if (type_exam === '') faults.push(faultAt(at, 'resource.code', 'Falta text o coding.display'))
  const attention = report.encounter?.identifier?.value ?? report.identifier[0]?.value ?? ''
  const doctor = report.basedOn?.find(({ display }) => display !== undefined)?.display ?? 'No informado'
  if (Buffer.byteLength(attention) > 40)
    faults.push(faultAt(at, 'resource.identifier', 'El número de atención tiene más de 40 bytes'))
  if (Buffer.byteLength(type_exam) > 500 || Buffer.byteLength(doctor) > 300)
    faults.push(faultAt(at, 'resource', 'Texto demasiado largo'))
  return {
    faults,
    exam: {
      attention_number: attention,
      type: codesOf(report.category).some((code) => laboratory.includes(code))
        ? ('laboratory' as const)
        : ('imaging' as const),
      type_exam,
      doctor_solicite: doctor,
      taken_at: new Date(report.effectiveDateTime),
      isGone: report.status === 'cancelled' || report.status === 'entered-in-error',
      labelled: isLabelled(report),
    },
  }
}

export type ToldMeasure = {
  readonly name: string
  readonly codes: readonly string[]
  readonly loinc: string | null
  readonly value: number | null
  readonly text: string | null
  readonly unit: string | null
  readonly ucum: string | null
  readonly decimals: number
  readonly low: number | null
  readonly high: number | null
  readonly reference_text: string | null
  readonly isGone: boolean
  readonly labelled: boolean
}

function decimalsOf(values: readonly (number | null)[]): number {
  return Math.min(6, Math.max(0, ...values.map((one) => String(one ?? '').split('.')[1]?.length ?? 0)))
}

/** A result as its observation tells it, and what is missing in it. */
export function measureOf(observation: InboundObservation, at: number) {
  const faults: Fault[] = []
  const name = wordsOf(observation.code) ?? ''
  if (name === '') faults.push(faultAt(at, 'resource.code', 'Falta text o coding.display'))
  const value = observation.valueQuantity?.value ?? observation.valueInteger ?? null
  const text =
    value === null ? (observation.valueString ?? wordsOf(observation.valueCodeableConcept) ?? null) : null
  const isGone = observation.status === 'cancelled' || observation.status === 'entered-in-error'
  if (value === null && text === null && !isGone)
    faults.push(
      faultAt(
        at,
        'resource',
        'Falta el valor (valueQuantity, valueInteger, valueString o valueCodeableConcept)',
      ),
    )
  const [range] = observation.referenceRange ?? []
  const [low, high] = [range?.low?.value ?? null, range?.high?.value ?? null]
  const measure: ToldMeasure = {
    name,
    codes: codesOf([observation.code]),
    loinc: observation.code.coding?.find(({ system }) => system === 'http://loinc.org')?.code ?? null,
    value,
    text,
    unit: observation.valueQuantity?.unit ?? observation.valueQuantity?.code ?? null,
    ucum: observation.valueQuantity?.code ?? null,
    decimals: decimalsOf([value, low, high]),
    low,
    high,
    reference_text: range?.text ?? null,
    isGone,
    labelled: isLabelled(observation),
  }
  return { faults, measure }
}
