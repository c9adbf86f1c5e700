/** Reads elements that several kinds of FHIR resources share: documents of people, names, codes and labels. */
import type { InboundConcept, InboundPatient, InboundReport } from '@mi-portal/contract/fhir-inbound'
import type { Identifier } from 'fhir/r4'
import { issuerOf, passportOf, runOf } from '../cl-core.rules.ts'

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

export function wordsOf(concept: InboundConcept | undefined): string | undefined {
  return concept?.text?.trim() || concept?.coding?.map(({ display }) => display?.trim()).find(Boolean)
}

export function codesOf(concepts: readonly InboundConcept[] | undefined): string[] {
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

export function isLabelled({ meta }: { readonly meta?: InboundReport['meta'] }): boolean {
  return (meta?.security ?? []).some(({ code }) => code !== undefined && sensitiveCodes.test(code))
}
