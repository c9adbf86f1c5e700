import { parseExactJson, stringifyExactJson } from '@mi-portal/contract/results/exact-json'
import { readObservation } from '@mi-portal/contract/results/fhir/observation'
import { type PlainResult, reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import type { FhirResource, Identifier, Observation, Patient } from 'fhir/r4'
import { expect, test } from 'vitest'
import { findFhirIssues } from '../../../test/fhir/judge.ts'
import { type Commune, findIssuer, findPassport, findRun } from './cl-core.rules.ts'
import {
  consentResource,
  coverageResource,
  type PatientRow,
  patientResource,
  relatedPersonResource,
} from './people.rules.ts'
import {
  diagnosticReportResource,
  type ExamRow,
  type MeasureRow,
  observationResource,
} from './results.rules.ts'
import {
  type AppointmentRow,
  appointmentResource,
  locationResource,
  organizationResource,
  practitionerResource,
  practitionerRoleResource,
} from './visits.rules.ts'

const publisher = { baseUrl: 'https://portal.example/api/fhir/R4', brand: 'Clínica Andes' }
const at = new Date('2026-11-26T15:00:00Z')

const iquique: Commune = {
  cut: '01101',
  name: 'Iquique',
  province_id: 11,
  province: 'Iquique',
  region_id: 1,
  region: 'Tarapacá',
}

const camila: PatientRow = {
  id: 12,
  document_type_id: 1,
  document_number: '123456785',
  first_name: 'Camila Andrea',
  last_name: 'Fuentes',
  second_name: 'Rojas',
  preferred_name: '',
  date_birth: '1988-04-12',
  gender_id: 1,
  nationality: { iso_num: '152', name: 'Chile' },
  email: 'camila@ejemplo.cl',
  phone: '912345678',
  address: 'Los Aromos 12',
  commune: iquique,
  updated_at: at,
}

const appointment: AppointmentRow = {
  id: 55,
  patient_id: 12,
  rut_professional: '9876543-3',
  doctor_name: 'Dra. Paula Inés Leiva',
  specialty_code: 101,
  specialty: 'Medicina General',
  place_care: 'Providencia',
  place_detail: 'Piso 2, box 4',
  modality: 'presencial',
  starts_at: new Date('2026-12-01T13:00:00Z'),
  ends_at: new Date('2026-12-01T13:20:00Z'),
  state: 'booked',
  attendance: null,
}

const exam: ExamRow & { readonly report_text: readonly ReportBlock[] } = {
  id: 77,
  attention_number: 'L-2026-77',
  patient_id: 12,
  type: 'laboratory',
  type_exam: 'Hemograma con VHS',
  doctor_solicite: 'Dra. Paula Inés Leiva',
  taken_at: at,
  status: 'final',
  conclusion: null,
  report_text: [],
}

const plainHaemoglobin: PlainResult = {
  value: 10.2,
  text: null,
  unit: 'g/dL',
  ucum: 'g/dL',
  decimals: 1,
  low: 12,
  high: 16,
  reference_text: null,
}

const haemoglobin: MeasureRow = {
  exam_id: 77,
  position: 2,
  code: 'HB',
  name: 'Hemoglobina',
  loinc: '718-7',
  reported: reportedFromPlain(plainHaemoglobin),
}

function sound<T extends FhirResource>(resource: T): T {
  expect(findFhirIssues(resource)).toEqual([])
  return resource
}

/** Returns the code of a country, commune or similar, by the address of its extension. */
function codeIn(element: { extension?: Patient['extension'] } | undefined, name: string): string | undefined {
  return element?.extension?.find(({ url }) => url.endsWith(`/${name}`))?.valueCodeableConcept?.coding?.[0]
    ?.code
}

test('a patient is a CL Core patient with RUN, check digit, names, nationality and the Ministry’s codes of an address', () => {
  const patient = sound(patientResource({ ...camila, preferred_name: 'Nico' }))
  expect(patient).toMatchObject({
    identifier: [{ value: '12345678', extension: [{ valueString: '5' }], type: { coding: [{ code: '1' }] } }],
    gender: 'female',
    birthDate: '1988-04-12',
    name: [
      {
        use: 'official',
        family: 'Fuentes',
        given: ['Camila', 'Andrea'],
        _family: { extension: [{ valueString: 'Rojas' }, { valueString: 'Rojas' }] },
      },
      { use: 'usual', given: ['Nico'] },
    ],
  })
  expect(codeIn(patient, 'CodigoPaises')).toBe('152')
  const listCodes = (commune: Commune) => {
    const address = sound(patientResource({ ...camila, commune })).address?.[0]
    return [
      codeIn(address?._city, 'ComunasCl'),
      codeIn(address?._district, 'ProvinciasCl'),
      codeIn(address?._state, 'RegionesCl'),
    ]
  }
  expect(listCodes(iquique)).toEqual(['1101', '11', '1'])
  // The Ministry has exchanged the codes of two provinces.
  const aysen = { ...iquique, cut: '11201', region_id: 11, region: 'Aysén' }
  expect(listCodes({ ...aysen, province_id: 112, province: 'Aysén' })).toEqual(['11201', '113', '11'])
  expect(listCodes({ ...aysen, province_id: 113, province: 'Capitán Prat' })).toEqual(['11201', '112', '11'])
  for (const [gender_id, gender] of [
    [2, 'male'],
    [3, 'other'],
    [4, 'unknown'],
  ] as const)
    expect(sound(patientResource({ ...camila, gender_id })).gender).toBe(gender)
})

test('a patient with a passport and few data is valid too', () => {
  const none = { second_name: '', date_birth: null, gender_id: null, email: null, phone: null, commune: null }
  const nationality = { iso_num: '004', name: 'Afganistán' }
  const passport = { document_type_id: 2, document_number: 'P1234567', address: '  ' } as const
  const patient = sound(patientResource({ ...camila, ...none, ...passport, nationality }))
  expect(patient.identifier?.[0]).toMatchObject({ value: 'P1234567', type: { coding: [{ code: '3' }] } })
  expect(codeIn(patient, 'CodigoPaises')).toBe('4')
  expect(patient).not.toHaveProperty('address')
  expect(patient).not.toHaveProperty('telecom')
})

const eisType = 'https://interoperabilidad.minsal.cl/fhir/ig/eis/CodeSystem/eis-tipo-identificador-cs'
const checkDigit = 'http://hl7.org/fhir/StructureDefinition/identifier-checkDigit'
const run = (value: string, digit?: string, code = '1', system = eisType): Identifier => ({
  type: { coding: [{ system, code }] },
  value,
  ...(digit === undefined ? {} : { extension: [{ url: checkDigit, valueString: digit }] }),
})

test('a RUN is read in any spelling that CL Core allows, and a passport only by its type', () => {
  const hl7Chile = 'https://hl7chile.cl/CodeSystem'
  const rows: readonly (readonly [Identifier, string | null, string | null])[] = [
    [run('12345678', '5'), '123456785', null],
    [run('10000013', 'k'), '10000013K', null],
    [run('12.345.678-5'), '123456785', null],
    [run('12345678-5', '5'), '123456785', null],
    [run('12345678-5', undefined, '01', `${hl7Chile}/CSTipoIdentificador`), '123456785', null],
    [run('12345678-5', undefined, 'NNCHL', `${hl7Chile}/CSCodigoDNI`), '123456785', null],
    [run('12345678', '6'), null, null],
    [run('12345678'), null, null],
    [run('12345678-5', undefined, '1', 'http://other.example/kinds'), null, null],
    [{ value: '12345678-5' }, null, null],
    [{ type: { coding: [{ system: eisType, code: '1' }] } }, null, null],
    [run(' p1234567 ', undefined, '3'), null, 'P1234567'],
    [run('\u200eab 123\u2011456', undefined, '3'), null, 'AB123456'],
    [run('P1234567', undefined, 'PPN', 'http://terminology.hl7.org/CodeSystem/v2-0203'), null, 'P1234567'],
    [run('P1234567'), null, null],
    [run(' ', undefined, '3'), null, null],
  ]
  for (const [identifier, asRun, asPassport] of rows)
    expect([identifier, findRun(identifier), findPassport(identifier)]).toEqual([
      identifier,
      asRun,
      asPassport,
    ])
})

test('a passport names the country that issued it, in FHIR’s system and in CL Core’s extension, and is read back with it', () => {
  const passport = { document_type_id: 2, document_number: 'N1234567' } as const
  const issuing_country = { iso_num: '604', iso3: 'PER', name: 'Peruana' }
  const [sent] = sound(patientResource({ ...camila, ...passport, issuing_country })).identifier ?? []
  expect(sent).toMatchObject({ system: 'http://hl7.org/fhir/sid/passport-PER', value: 'N1234567' })
  expect(sent?.type?.extension?.[0]?.valueCodeableConcept?.coding?.[0]?.code).toBe('604')
  expect(sent && [findPassport(sent), findIssuer(sent)]).toEqual(['N1234567', 'PER'])
  expect(sent && findIssuer({ ...sent, system: 'https://clinica.example/p' })).toBe('604')
  const [silent] = patientResource({ ...camila, ...passport, issuing_country: null }).identifier ?? []
  expect(silent && [findPassport(silent), findIssuer(silent), silent.system]).toEqual([
    'N1234567',
    null,
    undefined,
  ])
})

test('a health insurance has the Ministry’s code with its income band, and a patient without one pays themself', () => {
  const fonasa = {
    patient_id: 12,
    forecast_id: 2,
    nombre: 'Fonasa Tramo B',
    kind: 'fonasa',
    minsal_eis_code: '1',
  }
  const coverage = (parts: Partial<Parameters<typeof coverageResource>[1]>) =>
    sound(coverageResource(publisher, { ...fonasa, ...parts }))
  expect(coverage({})).toMatchObject({
    type: { coding: [{ code: '1' }, { code: '2' }] },
    class: [{ value: 'B' }],
  })
  const isapre = { nombre: 'Isapre Colmena', kind: 'isapre_abierta', minsal_eis_code: '2' }
  expect(coverage(isapre)).not.toHaveProperty('class')
  const own = coverage({ nombre: 'Particular', kind: 'particular', minsal_eis_code: null })
  expect(own.payor).toEqual([{ reference: 'Patient/12' }])
  expect(coverage({ kind: 'otro', minsal_eis_code: null }).type?.coding).toHaveLength(1)
})

test('a relative has a role code or text, and a withdrawn consent is inactive', () => {
  const relative = {
    link_id: 4,
    patient_id: 12,
    first_name: 'Martina',
    last_name: 'Soto',
    second_name: 'Fuentes',
    relationship: 'Hijo/a',
    since: at,
  }
  expect(sound(relatedPersonResource(relative)).relationship?.[0]?.coding?.[0]?.code).toBe('CHILD')
  const aunt = sound(relatedPersonResource({ ...relative, relationship: 'Tío/a', since: null }))
  expect(aunt.relationship).toEqual([{ text: 'Tío/a' }])
  const consent = {
    id: 3,
    patient_id: 12,
    title: 'Términos y condiciones',
    version: '2026-01',
    uri: 'https://portal.example/terminos',
    given_at: at,
    withdrawn_at: null,
  }
  expect(sound(consentResource(consent)).status).toBe('active')
  expect(
    sound(consentResource({ ...consent, withdrawn_at: new Date('2026-12-01T00:00:00Z') })),
  ).toMatchObject({
    status: 'inactive',
    provision: { period: { end: '2026-12-01T00:00:00.000Z' } },
  })
})

test('an appointment names patient, professional and place, and a cancelled one is declined by all', () => {
  const booked = sound(appointmentResource(publisher, appointment))
  expect(booked).toMatchObject({ status: 'booked', minutesDuration: 20 })
  expect(sound(practitionerResource(appointment)).identifier?.[0]?.value).toBe('9876543')
  sound(practitionerRoleResource(publisher, appointment))
  sound(locationResource(publisher, appointment))
  sound(organizationResource(publisher))
  const remote = { ...appointment, state: 'cancelled', modality: 'telemedicina' } as const
  const cancelled = sound(appointmentResource(publisher, remote))
  expect(cancelled.status).toBe('cancelled')
  expect(cancelled.participant.map(({ status }) => status)).toEqual(['declined', 'declined', 'declined'])
  const unnamed = { ...appointment, rut_professional: '', place_detail: '', place_care: 'Ñuñoa · Norte' }
  const practitioner = sound(practitionerResource(unnamed))
  expect(practitioner).not.toHaveProperty('identifier')
  expect(practitioner.id).toBe('Dra-Paula-Ines-Leiva')
  expect(sound(locationResource(publisher, unnamed)).id).toBe('Nunoa-Norte')
  sound(appointmentResource(publisher, unnamed))
})

const observed = ({
  loinc = '718-7',
  ...plain
}: Partial<PlainResult> & { loinc?: string | null }): Observation =>
  sound(
    observationResource(publisher, exam, {
      ...haemoglobin,
      loinc,
      reported: reportedFromPlain({ ...plainHaemoglobin, ...plain }),
    }),
  )

test('a report names its results, each with LOINC, UCUM, range and interpretation', () => {
  const report = sound(diagnosticReportResource(publisher, exam, [haemoglobin]))
  expect(report.result).toEqual([{ reference: 'Observation/77-2', display: 'Hemoglobina' }])
  expect(observed({})).toMatchObject({
    code: { coding: [{ system: 'http://loinc.org', code: '718-7' }, { code: 'HB' }] },
    valueQuantity: { value: 10.2, system: 'http://unitsofmeasure.org', code: 'g/dL' },
    referenceRange: [{ low: { value: 12 }, high: { value: 16 } }],
  })
  for (const [value, code] of [
    [12, 'N'],
    [16, 'N'],
    [16.1, 'H'],
    [11.9, 'L'],
  ] as const)
    expect([value, observed({ value }).interpretation?.[0]?.coding?.[0]?.code]).toEqual([value, code])
  const percent = observed({ ucum: null, loinc: null, low: null, high: null, reference_text: 'Negativo' })
  expect(percent.valueQuantity).toEqual({ value: 10.2, unit: 'g/dL' })
  expect(percent.referenceRange).toEqual([{ text: 'Negativo' }])
  expect(percent).not.toHaveProperty('interpretation')
  const empty = observed({ value: null, text: null })
  expect(empty).toHaveProperty('dataAbsentReason')
  expect(empty).not.toHaveProperty('interpretation')
})

const coded = (code: string, text: string | null = null) => ({
  text,
  codes: [{ system: 'urn:x', code, display: null }],
})
const amount = (number: string) => ({ number, comparator: null, unit: 'mg', ucum: 'mg' })
const values: readonly ReportedResult['value'][] = [
  { kind: 'number', number: '0.01', comparator: '<' },
  { kind: 'ratio', numerator: amount('1'), denominator: amount('160') },
  { kind: 'range', low: '2', high: '5.0' },
  { kind: 'date', date: '2026-11-20' },
  { kind: 'period', start: '2026-11-20', end: null },
  { kind: 'time', time: '08:30:00' },
  { kind: 'text', text: 'Turbio' },
  { kind: 'concept', concept: coded('1', 'Escasas') },
  { kind: 'boolean', boolean: true },
  { kind: 'absent', reason: coded('error', 'Muestra hemolizada') },
]

test.each(values)('a value is passed on exactly as it was reported: %o', (value) => {
  const hasUnit = value.kind === 'number' || value.kind === 'range'
  const reported: ReportedResult = {
    value,
    unit: hasUnit ? 'mg' : null,
    ucum: hasUnit ? 'mg' : null,
    status: 'corrected',
    interpretations: [coded('HH')],
    ranges: [
      {
        ...{ low: amount('0.1'), high: amount('2.50'), text: 'x', type: coded('normal') },
        ...{ applies_to: [coded('t1', 'Primer trimestre')], age_low: amount('18'), age_high: null },
      },
      {
        low: null,
        high: null,
        text: 'Ver guía',
        type: null,
        applies_to: [],
        age_low: null,
        age_high: null,
      },
    ],
    notes: ['Repetir'],
    method: 'ECLIA',
    body_site: 'Brazo',
  }
  const resource = sound(observationResource(publisher, exam, { ...haemoglobin, reported }))
  const read = readObservation(Object(parseExactJson(stringifyExactJson(resource))))
  expect(read).toMatchObject({ unread: [], measures: [{ result: reported }] })
})

test('the text of a report is a valid narrative, in which every part is plain text', () => {
  const report_text: readonly ReportBlock[] = [
    { kind: 'heading', level: 2, text: 'Hallazgos & <script>' },
    { kind: 'paragraph', text: 'Uno\nDos' },
    { kind: 'preformatted', text: 'A    1' },
    {
      kind: 'list',
      items: [
        { marker: null, level: 1, text: 'Hígado' },
        { marker: '1.', level: 2, text: 'Normal' },
      ],
    },
    {
      kind: 'table',
      caption: 'Medidas',
      rows: [
        [
          { text: 'Riñón', is_header: true, columns: 2, rows: 1 },
          { text: '10 cm', is_header: false, columns: 1, rows: 2 },
        ],
      ],
    },
    { kind: 'missing', what: 'image', text: null },
  ]
  const sent = { ...exam, report_text, status: 'preliminary', conclusion: 'Sin lesiones' } as const
  const report = sound(diagnosticReportResource(publisher, sent, []))
  expect(report).toMatchObject({ status: 'preliminary', conclusion: 'Sin lesiones' })
  expect(report.text).toEqual({
    status: 'additional',
    div: '<div xmlns="http://www.w3.org/1999/xhtml"><h3>Hallazgos &amp; &lt;script&gt;</h3><p>Uno<br/>Dos</p><pre>A    1</pre><p>• Hígado<br/>  1. Normal</p><table><caption>Medidas</caption><tr><th colspan="2">Riñón</th><td rowspan="2">10 cm</td></tr></table><p>Aquí el informe tiene una imagen que el portal no puede mostrar. Revisa el PDF.</p></div>',
  })
})
