import type { Identity } from '@mi-portal/contract/fields/person-fields'
import type { CodeableConcept, Consent, ContactPoint, Coverage, Patient, RelatedPerson } from 'fhir/r4'
import {
  type Commune,
  type Country,
  chileanAddress,
  concept,
  countryExtension,
  documentIdentifier,
  officialName,
  ownSystem,
  type PassportIssuer,
  type Publisher,
  profiles,
  reference,
  systems,
} from './cl-core.rules.ts'
import { omitEmpty } from './present-members.rules.ts'

export type PatientRow = Omit<Identity, 'document_country'> & {
  readonly id: number
  readonly issuing_country?: PassportIssuer | null
  readonly preferred_name: string
  readonly nationality: Country | null
  readonly email: string | null
  /** Nine digits without the country's prefix, or as it was typed. */
  readonly phone: string | null
  readonly address: string | null
  readonly commune: Commune | null
  readonly updated_at: Date
}

const genders: Readonly<Record<number, Patient['gender']>> = {
  1: 'female',
  2: 'male',
  3: 'other',
  4: 'unknown',
}

function contactPoints({ email, phone }: Pick<PatientRow, 'email' | 'phone'>): ContactPoint[] {
  const points: ContactPoint[] = []
  if (phone) points.push({ system: 'phone', use: 'mobile', value: phone })
  if (email) points.push({ system: 'email', use: 'home', value: email })
  return points
}

export function patientResource(person: PatientRow): Patient {
  const telecom = contactPoints(person)
  const address = chileanAddress(person.address, person.commune)
  const gender = person.gender_id === null ? undefined : genders[person.gender_id]
  return {
    resourceType: 'Patient',
    id: String(person.id),
    meta: { profile: [profiles.patient], lastUpdated: person.updated_at.toISOString() },
    ...omitEmpty({ extension: person.nationality && [countryExtension(person.nationality)] }),
    identifier: [documentIdentifier(person)],
    active: true,
    name: [
      officialName(person),
      ...(person.preferred_name === '' ? [] : [{ use: 'usual' as const, given: [person.preferred_name] }]),
    ],
    ...omitEmpty({ telecom, gender, birthDate: person.date_birth, address: address && [address] }),
    communication: [
      { language: concept({ system: 'urn:ietf:bcp:47', code: 'es-CL' }, 'Español'), preferred: true },
    ],
  }
}

const coverageClasses = 'http://terminology.hl7.org/CodeSystem/coverage-class'

type CoverageRow = {
  readonly patient_id: number
  readonly forecast_id: number
  readonly nombre: string
  readonly kind: string
  /** A code of the Ministry's list; null if the payer is not on it. */
  readonly minsal_eis_code: string | null
}

export function coverageResource(publisher: Publisher, row: CoverageRow): Coverage {
  const patient = reference('Patient', row.patient_id)
  const selfPaid = row.kind === 'particular'
  const band = /^Fonasa Tramo ([A-D])$/.exec(row.nombre)?.[1]
  const type: CodeableConcept = selfPaid
    ? concept({ system: 'http://terminology.hl7.org/CodeSystem/coverage-selfpay', code: 'pay' }, row.nombre)
    : {
        coding: [
          ...(row.minsal_eis_code === null ? [] : [{ system: systems.insurers, code: row.minsal_eis_code }]),
          { system: ownSystem(publisher, 'forecast'), code: String(row.forecast_id), display: row.nombre },
        ],
        text: row.nombre,
      }
  return {
    resourceType: 'Coverage',
    id: `coverage-${row.patient_id}`,
    status: 'active',
    type,
    beneficiary: patient,
    payor: [selfPaid ? patient : { display: row.nombre }],
    ...omitEmpty({
      class: band && [
        { type: concept({ system: coverageClasses, code: 'plan' }), value: band, name: row.nombre },
      ],
    }),
  }
}

type RelativeRow = {
  readonly link_id: number
  readonly patient_id: number
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly relationship: string
  readonly since: Date | null
}

/** HL7 role codes with the same meaning. «Tío/a» and similar relationships have no code that leaves the gender open. */
const roleCodes: Readonly<Record<string, string>> = {
  Madre: 'MTH',
  Padre: 'FTH',
  'Madre o padre': 'PRN',
  'Hijo/a': 'CHILD',
  Cónyuge: 'SPS',
  'Conviviente civil': 'DOMPART',
  Pareja: 'SIGOTHR',
  'Hermano/a': 'SIB',
  'Abuelo/a': 'GRPRN',
  'Nieto/a': 'GRNDCHILD',
  'Sobrino/a': 'NIENEPH',
  'Suegro/a': 'PRNINLAW',
  'Yerno o nuera': 'CHLDINLAW',
  'Tutor/a o representante legal': 'GUARD',
  'Otro familiar': 'FAMMEMB',
}

export function relatedPersonResource(row: RelativeRow): RelatedPerson {
  const code = roleCodes[row.relationship]
  return {
    resourceType: 'RelatedPerson',
    id: `link-${row.link_id}`,
    active: true,
    patient: reference('Patient', row.patient_id),
    relationship: [
      code === undefined
        ? { text: row.relationship }
        : concept({ system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code }, row.relationship),
    ],
    name: [officialName(row)],
    ...omitEmpty({ period: row.since && { start: row.since.toISOString() } }),
  }
}

type ConsentRow = {
  readonly id: number
  readonly patient_id: number
  readonly title: string
  readonly version: string
  readonly uri: string
  readonly given_at: Date
  readonly withdrawn_at: Date | null
}

export function consentResource(row: ConsentRow): Consent {
  const given = row.given_at.toISOString()
  return {
    resourceType: 'Consent',
    id: String(row.id),
    status: row.withdrawn_at === null ? 'active' : 'inactive',
    scope: concept({
      system: 'http://terminology.hl7.org/CodeSystem/consentscope',
      code: 'patient-privacy',
    }),
    category: [concept({ system: systems.loinc, code: '59284-0' }, row.title)],
    patient: reference('Patient', row.patient_id),
    dateTime: given,
    policy: [{ uri: row.uri }],
    policyRule: { text: `${row.title}, versión ${row.version}` },
    provision: {
      type: 'permit',
      period: { start: given, ...omitEmpty({ end: row.withdrawn_at?.toISOString() }) },
    },
  }
}
