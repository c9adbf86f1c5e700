import { clinicResultTextEndpoints } from '@mi-portal/contract/clinic/result-texts'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { expect, test } from 'vitest'
import { buildExam, buildFamily, buildResult } from '../../../../test/build.ts'
import { clinicWith, demonstration } from '../../../../test/clinic/packages.ts'
import { startPortal } from '../../../../test/portal.ts'
import {
  countOverduePurposes,
  describeWithheldResults,
  explainMeasures,
  offeredPurposes,
  readCriticalAdvice,
} from './result-texts.rules.ts'

const purposes = demonstration.testPurposes
const textOf = (code: string) => purposes.find((one) => one.code === code)?.text ?? ''
const explain = (...measures: { code: string; name: string }[]) =>
  explainMeasures(measures, demonstration, purposes)

const glucose = { code: 'GLI', text: 'Mide el azúcar.' }
const approved = {
  ...glucose,
  approved_by: 'Dra. Ana Rojas, médica',
  approved_on: '2026-01-10',
  next_review_on: '2027-01-10',
}
const unapproved = { ...glucose, approved_by: null, approved_on: null, next_review_on: null }

const offered = (row: typeof approved | typeof unapproved, today: string, isDemonstration = false) =>
  offeredPurposes({ ...demonstration, testPurposes: [row] }, today, isDemonstration).length === 1

test('an approved text is shown from its approval up to the day of its next review', () => {
  expect(offered(approved, '2026-01-09')).toBe(false)
  expect(offered(approved, '2026-01-10')).toBe(true)
  expect(offered(approved, '2027-01-10')).toBe(true)
  expect(offered(approved, '2027-01-11')).toBe(false)
})

test('only approved texts whose review was due before today are counted as overdue', () => {
  const rows = [approved, { ...approved, code: 'CRE', next_review_on: '2027-01-11' }, unapproved]
  const clinic = { ...demonstration, testPurposes: rows }
  expect(
    ['2027-01-10', '2027-01-11', '2027-01-12'].map((today) => countOverduePurposes(clinic, today)),
  ).toEqual([0, 1, 2])
})

test('a text without an approval is shown in the demonstration only', () => {
  expect(offered(unapproved, '2026-11-26')).toBe(false)
  expect(offered(unapproved, '2026-11-26', true)).toBe(true)
})

test.each([
  ['its code in the catalogue and its name', { code: 'GLI', name: 'Glicemia' }, 'GLI'],
  ['its printed name, without regard to accents and capitals', { code: 'GLI', name: 'glucosa' }, 'GLI'],
  ['its LOINC code, with any name', { code: '2345-7', name: 'Glucose' }, 'GLI'],
  ['a text for a LOINC code', { code: 'CRE', name: 'Creatinina' }, '2160-0'],
])('a measure is found by %s', (_, measure, code) => {
  expect(textOf(code)).not.toBe('')
  expect(explain(measure).measures).toEqual([textOf(code)])
})

test('another system’s test with a code of the catalogue gets no text', () => {
  expect(explain({ code: 'GLI', name: 'Gliadina IgA' }).measures).toEqual([null])
})

test('measures of one panel get the text of the panel, and measures of several panels do not', () => {
  const [hemoglobin, platelets] = [
    { code: 'HB', name: 'Hemoglobina' },
    { code: 'PLA', name: 'Recuento de plaquetas' },
  ]
  expect(explain(hemoglobin, platelets).panel).toBe(textOf('HEMO'))
  expect(explain(hemoglobin, { code: 'GLI', name: 'Glicemia' }).panel).toBeNull()
  expect(explain(hemoglobin).panel).toBeNull()
  expect(explain(hemoglobin, { code: 'X', name: 'Otra' }).panel).toBeNull()
})

const withTexts = (resultTexts: typeof demonstration.resultTexts, emergency_phone: string) => ({
  ...demonstration,
  ...clinicWith({ emergency_phone }),
  resultTexts,
})

test.each([
  [{}, '131', 'Contacta a tu médico hoy. Si te sientes mal, acude a urgencia o llama al 131.'],
  [{}, '', 'Contacta a tu médico hoy. Si te sientes mal, acude a urgencia.'],
  [{ critical_advice: 'Llama al {emergencyPhone} ahora.' }, '132', 'Llama al 132 ahora.'],
  [
    { critical_advice: 'Llama al {emergencyPhone} ahora.' },
    '',
    'Contacta a tu médico hoy. Si te sientes mal, acude a urgencia.',
  ],
  [{ critical_advice: 'Ven a la clínica.' }, '', 'Ven a la clínica.'],
])(
  'the advice for a critical result never names a number that the clinic does not have (%#)',
  (texts, phone, words) => {
    expect(readCriticalAdvice(withTexts(texts, phone))).toBe(words)
  },
)

test('the words on reserved results name the age of the installation', () => {
  const { reserved } = describeWithheldResults(withTexts({}, '131'), 15)
  expect(reserved.reason).toMatch(/^Desde los 15 años, la ley reserva/)
  expect(reserved.how_to_obtain).toMatch(/con su propia cuenta/)
})

test('a result comes with its approved text and the advice, and without a text that is not approved', async () => {
  const portal = await startPortal({
    parts: { testPurposes: [approved, { ...unapproved, code: 'CRE' }] },
  })
  const person = await portal.person()
  const exam = await buildExam(portal.db, { patient_id: person.id })
  await buildResult(portal.db, exam, { code: 'GLI', name: 'Glicemia', position: 1 })
  await buildResult(portal.db, exam, { code: 'CRE', name: 'Creatinina', position: 2 })
  const call = await portal.as(person)
  const answer = await call(examEndpoints.results, {
    params: { patientId: person.id, attention_id: exam.id },
  })
  expect(answer.results.map(({ purpose }) => purpose)).toEqual(['Mide el azúcar.', null])
  expect(answer).toMatchObject({
    purpose: null,
    critical_advice: 'Contacta a tu médico hoy. Si te sientes mal, acude a urgencia o llama al 131.',
  })
})

test('what a guardian reads about reserved results is the same whether or not there are any', async () => {
  const portal = await startPortal()
  const { guardian: mother, child } = await buildFamily(portal.db, { date_birth: '2011-01-01' })
  const before = await portal.anonymous(clinicResultTextEndpoints.withheldResults)
  const exam = await buildExam(portal.db, { patient_id: child.id })
  await buildResult(portal.db, exam, { code: 'VIH', name: 'VIH', reserved_group: 'VIH' })
  expect(await (await portal.as(mother))(clinicResultTextEndpoints.withheldResults)).toEqual(before)
})
