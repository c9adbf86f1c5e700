import type {
  InboundConcept,
  InboundPatient,
  InboundReport,
  InboundResource,
} from '@mi-portal/contract/fhir/fhir-inbound'
import type { SentElements } from '@mi-portal/contract/results/fhir/sent-elements'
import { toDay } from '@mi-portal/contract/values/dates'
import { readPartialDate } from '@mi-portal/contract/values/partial-date'
import type { Identifier } from 'fhir/r4'
import { findIssuer, findPassport, findRun } from '../cl-core.rules.ts'
import { omitEmpty } from '../present-members.rules.ts'

export type Document = {
  readonly document_type_id: 1 | 2
  readonly document_number: string
  /** Code of the country that issued the passport, as the sender writes it; null if the sender does not say. */
  readonly issuer: string | null
}

export function findDocument(identifiers: readonly object[]): Document | null {
  // Both functions accept any external text and return a valid document or null.
  const all = (identifiers as readonly Identifier[]).filter(({ use }) => use !== 'old')
  const run = all.map(findRun).find((one) => one !== null)
  if (run) return { document_type_id: 1, document_number: run, issuer: null }
  const passport = all.find((one) => findPassport(one) !== null)
  const number = passport === undefined ? null : findPassport(passport)
  return passport && number
    ? { document_type_id: 2, document_number: number, issuer: findIssuer(passport) }
    : null
}

export function readWords(concept: InboundConcept | undefined): string | undefined {
  return concept?.text?.trim() || concept?.coding?.map(({ display }) => display?.trim()).find(Boolean)
}

export function listCodes(concepts: readonly InboundConcept[] | undefined): string[] {
  return (concepts ?? []).flatMap(({ coding }) => (coding ?? []).flatMap(({ code }) => code ?? []))
}

const second = /SegundoApellido$|mothers-family$/

/** FHIR's uses of a name that a person had before, or that is not the person's own. */
const pastNames = ['old', 'maiden', 'nickname', 'anonymous', 'temp']

export function readNames(patient: InboundPatient) {
  const current = patient.name.filter(({ use = '' }) => !pastNames.includes(use))
  const name = current.find(({ use }) => use === 'official') ?? current[0]
  return {
    first_name: (name?.given ?? []).join(' ').trim(),
    last_name: name?.family?.trim() ?? '',
    second_name: name?._family?.extension?.find(({ url }) => second.test(url))?.valueString?.trim() ?? '',
  }
}

export const genderIds = { female: 1, male: 2, other: 3, unknown: 4 } as const

/** Codes of sensitive data and of confidentiality (HL7 v3) that mark data which the law keeps from an adolescent's guardian. */
const sensitiveCodes = /^(HIV|STD|PSY|PSYTHPN|MH|BH|SUD|ETH|ETHUD|OPIOIDUD|SEX|SDV|VIO|PREGNANT|RPR|R|V)$/i

export function isLabelled({ meta }: { readonly meta?: InboundReport['meta'] }): boolean {
  return (meta?.security ?? []).some(({ code }) => code !== undefined && sensitiveCodes.test(code))
}

function wordsIn(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

type Identity = {
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string | null
}

/** Returns the element that contradicts a proven identity, or null. A name may lack words, but one of each kind must agree. */
export function findContradiction(sent: Identity, proven: Identity): 'birthDate' | 'name' | null {
  if (sent.date_birth !== null && proven.date_birth !== null && sent.date_birth !== proven.date_birth)
    return 'birthDate'
  const surnames = ({ last_name, second_name }: Identity) => wordsIn(`${last_name} ${second_name}`)
  const isApart = (some: readonly string[], others: readonly string[]) =>
    some.length > 0 && others.length > 0 && !some.some((word) => others.includes(word))
  if (isApart(wordsIn(sent.first_name), wordsIn(proven.first_name))) return 'name'
  return isApart(surnames(sent), surnames(proven)) ? 'name' : null
}

export function findRejectedModifiers({ active, link = [] }: InboundPatient): [string, string][] {
  const replaced = link.findIndex(({ type }) => !['replaces', 'seealso'].includes(type))
  return [
    ...(replaced === -1
      ? []
      : [
          [`link[${replaced}]`, 'Esta ficha fue reemplazada o remite a otra: envía la ficha vigente'] as [
            string,
            string,
          ],
        ]),
    ...(active === false
      ? [['active', 'Esta ficha no está en uso: envía la ficha vigente'] as [string, string]]
      : []),
  ]
}

/** Returns the death that a patient's record tells, with its day if that is known; null if it tells none. */
export function readDeath({ deceasedBoolean, deceasedDateTime }: InboundPatient) {
  if (deceasedDateTime === undefined) return deceasedBoolean === true ? { at: null, on: null } : null
  const date = readPartialDate(deceasedDateTime)
  const isDayKnown = date.precision === 'day' || date.precision === 'time'
  return { at: date, on: isDayKnown ? toDay(date.at) : null }
}

export function sentElements(resource: InboundResource, members: readonly number[]): SentElements | null {
  if (resource.resourceType !== 'DiagnosticReport' && resource.resourceType !== 'Observation') return null
  const { status, identifier, code, effectiveDateTime, effectivePeriod, issued } = resource
  const { category, component } = resource as { category?: unknown; component?: unknown }
  return {
    status,
    identifier,
    code,
    ...(members.length > 0 ? { members } : {}),
    ...(Array.isArray(category) && category.length > 0 ? { category } : {}),
    ...omitEmpty({ effectiveDateTime, effectivePeriod, issued }),
    ...(Array.isArray(component) ? { components: component.length } : {}),
  }
}
