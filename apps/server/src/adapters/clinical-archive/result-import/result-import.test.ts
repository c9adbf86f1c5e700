import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { parseExactJson } from '@mi-portal/contract/results/exact-json'
import { showRanges } from '@mi-portal/contract/results/reference-ranges'
import { showValue } from '@mi-portal/contract/results/value-text'
import { expect, test } from 'vitest'
import { importedDocument, openResultImport } from '../../../../test/exams.ts'
import { pdfTexts } from '../../../../test/files/pdf-text.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'

const troponin = {
  code: 'TROP',
  name: 'Troponina I',
  value: 0.01,
  comparator: '<',
  unit: 'ng/mL',
  high: 0.04,
}

async function start(overrides: Parameters<Portal['person']>[0] = {}) {
  const portal = await startPortal()
  const person = await portal.person({ first_name: 'Camila', ...overrides })
  const resultImport = openResultImport(portal)
  const call = await portal.as(person)
  const add = (overrides: object = {}) =>
    resultImport.add(
      JSON.parse(
        JSON.stringify(importedDocument(person.document_number, { results: [troponin], ...overrides })),
      ),
    )
  /** Reads the only exam as the patient's page does, with the texts of its PDF. */
  const read = async () => {
    const [exam] = (await call(examEndpoints.list)).laboratories
    const params = { patientId: person.id, attention_id: exam?.attention_id ?? 0 }
    const found = await call(examEndpoints.results, { params })
    const file = await portal.app.inject({ url: found.pdf_url ?? '' })
    return { ...found, texts: await pdfTexts(file.rawPayload) }
  }
  const notices = async () => (await call(notificationEndpoints.list)).notifications.map(({ text }) => text)
  return { ...portal, person, build: portal.person, add, read, notices }
}

test('every kind of value of an imported document is shown as it was reported, on the screen and in the PDF', async () => {
  const { add, read } = await start()
  const results = parseExactJson(`[
      {"code": "TROP", "name": "Troponina I", "value": 0.010, "comparator": "<", "unit": "ng/mL"},
      {"code": "ANA", "name": "Anticuerpos antinucleares", "ratio": {"numerator": 1, "denominator": 160}},
      {"code": "LEU", "name": "Leucocitos por campo", "range": {"low": 2, "high": 5}},
      {"code": "K", "name": "Potasio", "absent": "Muestra hemolizada"},
      {"code": "NIT", "name": "Nitritos", "text": "Negativo"},
      {"code": "CUL", "name": "Cultivo", "interpretation": ["POS"], "notes": ["Contaminado."]},
      {"code": "TSH", "name": "TSH", "value": 3.0, "unit": "mUI/L", "interpretation": ["HH"], "ranges": [
        {"low": "0.10", "high": 2.5, "applies_to": ["Primer trimestre"]}, {"low": 0.4, "high": 4, "type": "Terapéutico"}]}
    ]`)
  expect(await add({ results, conclusion: 'Controlar.' })).toMatchObject({ outcome: 'added' })
  const { results: shown, conclusion, texts } = await read()
  expect(shown.map(({ reported }) => showValue(reported))).toEqual([
    '< 0,010 ng/mL',
    '1:160',
    '2 a 5',
    'Sin resultado: muestra hemolizada',
    'Negativo',
    'Positivo',
    '3,0 mUI/L',
  ])
  expect(conclusion).toBe('Controlar.')
  expect(shown.filter(({ flag }) => flag?.critical).map(({ name }) => name)).toEqual(['TSH'])
  expect(shown.flatMap(({ reported }) => showRanges(reported))).toEqual([
    'Primer trimestre: 0,10 a 2,5 mUI/L',
    'Terapéutico: 0,4 a 4 mUI/L',
  ])
  for (const text of ['< 0,010', '1:160', '2 a 5', 'Positivo', 'Nota: Contaminado.', '3,0', 'Controlar.'])
    expect(texts).toContain(text)
})

const invalid: readonly (readonly [object, RegExp])[] = [
  [{ results: [{ ...troponin, comparater: '<' }] }, /^results\.0: unknown element comparater$/],
  [{ results: [troponin], sample: 'Suero' }, /^the document: unknown element sample$/],
  [{ results: [troponin, { ...troponin, text: 'Alta' }] }, /^results\.1\.text: value and text are given/],
  [
    { results: [{ code: 'A', name: 'A', text: 'x', comparator: '<' }] },
    /^results\.0\.comparator: needs a value/,
  ],
  [{ results: [{ ...troponin, comparator: '~' }] }, /^results\.0\.comparator: /],
  [{ results: [{ ...troponin, ranges: [{ low: 1 }] }] }, /^results\.0\.ranges: stands in place/],
  [{ results: [{ ...troponin, low: 5, high: 1 }] }, /^results\.0\.low: low is above high/],
  [
    { results: [{ ...troponin, high: undefined, ranges: [{}] }] },
    /^results\.0\.ranges\.0: needs low, high or text/,
  ],
  [{ status: 'entered-in-error' }, /^status: /],
]

test('an invalid document is rejected with the element and the reason, and nothing of it is stored', async () => {
  const { add, db } = await start()
  for (const [fieldError, because] of invalid)
    expect(await add(fieldError)).toEqual({ outcome: 'refused', because: expect.stringMatching(because) })
  for (const table of ['exams', 'exam_results', 'files', 'unfinished_files'])
    expect(await db.ask(`select 1 from ${table}`)).toEqual([])
})

const corrected = {
  status: 'corrected',
  reported_at: '2026-11-26T15:00:00-03:00',
  results: [{ ...troponin, value: 0.4, comparator: null }],
}

test('a correction replaces the result, is announced once as corrected, and the earlier value stays visible', async () => {
  const { add, read, notices, runJob, db } = await start()
  await add()
  await runJob('exams.announce')
  expect(await add(corrected)).toMatchObject({ outcome: 'corrected', exam_id: 1 })
  await runJob('exams.announce')
  expect(await add(corrected)).toMatchObject({ outcome: 'known', exam_id: 1 })
  await runJob('exams.announce')
  expect(await notices()).toEqual([
    'Se corrigió un resultado en Mis Exámenes',
    'Hay un nuevo resultado en Mis Exámenes',
  ])
  const { exam, results, texts } = await read()
  expect(exam).toMatchObject({ status: 'corrected', corrected_on: '26/11/2026' })
  expect(results.map(({ reported }) => showValue(reported))).toEqual(['0,4 ng/mL'])
  expect(results[0]?.earlier.map(({ reported }) => showValue(reported))).toEqual(['< 0,01 ng/mL'])
  expect(texts).toContain('Informe corregido el 26/11/2026.')
  expect(texts).toContain('Corregido el 26/11/2026 · antes: menor que 0,01 ng/mL')
  expect(await db.ask('select 1 from exams')).toHaveLength(1)
  // The replaced document is deleted later; the new one stays.
  expect(await db.ask('select delete_after is not null as goes from files order by id')).toEqual([
    { goes: true },
    { goes: false },
  ])
})

test('a final result replaces a preliminary one and is announced as new', async () => {
  const { add, notices, runJob, clock } = await start()
  await add({ status: 'preliminary' })
  await runJob('exams.announce')
  // Notices within ten minutes are joined.
  clock.advance({ minutes: 11 })
  expect(await add({ ...corrected, status: 'final' })).toMatchObject({ outcome: 'corrected' })
  await runJob('exams.announce')
  expect(await notices()).toEqual(Array(2).fill('Hay un nuevo resultado en Mis Exámenes'))
})

test('the text of an image is stored with its PDF, and a corrected report replaces both', async () => {
  const { add, as, app, person, anonymous } = await start()
  const call = await as(person)
  const report = {
    ...{ type: 'imaging', results: undefined, type_exam: 'Tomografía' },
    ...{ technique: 'Con contraste.', findings: ['Uno.', 'Dos.'], reported_by: 'Dr. Renato Prieto' },
  }
  const open = async () => {
    const [exam] = (await call(examEndpoints.list, { query: { type: 'imaging' } })).laboratories
    const params = { patientId: person.id, attention_id: exam?.attention_id ?? 0, type: 'imaging' as const }
    const { url_file } = await call(examEndpoints.view, { params })
    return anonymous(examEndpoints.resultsByKey, { params: { key: url_file.replace('/visor/', '') } })
  }
  const heading = (text: string) => ({ kind: 'heading', level: 1, text })
  const paragraph = (text: string) => ({ kind: 'paragraph', text })
  await add({ ...report, impression: ['Sin lesiones.'] })
  const first = await open()
  const printed = await pdfTexts((await app.inject({ url: first.pdf_url ?? '' })).rawPayload)
  const parts = ['Técnica', 'Con contraste.', 'Hallazgos', 'Uno.', 'Dos.', 'Impresión', 'Sin lesiones.']
  expect(printed.filter((text) => parts.includes(text))).toEqual(parts)
  expect(first.report).toEqual([
    ...[heading('Técnica'), paragraph('Con contraste.')],
    ...[heading('Hallazgos'), paragraph('Uno.'), paragraph('Dos.')],
    ...[heading('Impresión'), paragraph('Sin lesiones.')],
    paragraph('Informado por Dr. Renato Prieto'),
  ])
  const reported_at = '2026-11-26T11:45:00-03:00'
  await add({ ...report, impression: ['Nódulo de 4 mm.'], status: 'corrected', reported_at })
  const second = await open()
  expect(second.exam).toMatchObject({ status: 'corrected', corrected_on: '26/11/2026' })
  expect(second.report).toContainEqual(paragraph('Nódulo de 4 mm.'))
  expect(second.report).not.toContainEqual(paragraph('Sin lesiones.'))
})

test('an invalid correction or one for another patient is rejected, and the result stays unchanged', async () => {
  const { add, read, build } = await start()
  await add()
  const { document_number } = await build()
  const image = { technique: 'T', findings: ['F'], impression: ['I'], reported_by: 'Dr. R' }
  for (const [fieldError, because] of [
    [{ status: 'final' }, /^number: .*"status": "corrected"$/],
    [{ reported_at: '2026-11-26T11:15:00-03:00' }, /^reported_at: is not after 2026-11-26T14:15:00.000Z/],
    [{ type: 'imaging', results: undefined, ...image }, /^type: LAB-77 was taken before as laboratory$/],
    [{ patient: { document_type_id: 1, document_number } }, /^number: LAB-77 is another patient's result$/],
  ] as const)
    expect(await add({ ...corrected, ...fieldError })).toEqual({
      outcome: 'refused',
      because: expect.stringMatching(because),
    })
  const { results } = await read()
  expect(results.map(({ reported, earlier }) => [showValue(reported), earlier])).toEqual([
    ['< 0,01 ng/mL', []],
  ])
})
