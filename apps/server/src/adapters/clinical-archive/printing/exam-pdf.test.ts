import { expandColour } from '@mi-portal/contract/clinic/shades'
import { type PlainResult, reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import { toInterpretation } from '@mi-portal/contract/results/result-flags'
import { toConcept } from '@mi-portal/contract/results/standard-codes'
import { expect, test } from 'vitest'
import { testLetterhead } from '../../../../test/clinic/letterhead.ts'
import { pdfColours, pdfTexts } from '../../../../test/files/pdf-text.ts'
import { attention } from '../../../platform/pdf/letterhead.ts'
import { examPdf } from './exam-pdf.ts'
import { type PrintedMeasure, printedCells } from './printed-measure.ts'

const exam = {
  letterhead: testLetterhead,
  site: { name: 'Providencia', address: 'Avenida Los Arrayanes 1480, Providencia', phone: '2 2362 5400' },
  patient: { name: 'Camila Andrea Fuentes Rojas', document: 'RUT 12345678-5', date_birth: '1988-04-12' },
  type_exam: 'Perfil bioquímico',
  attention_number: 'A-204817',
  doctor_solicite: 'Dra. Carolina Muñoz Vidal',
  type_patient: 'Ambulatorio',
  taken_at: new Date('2026-11-20T11:15:00Z'),
  reported_at: new Date('2026-11-20T19:15:00Z'),
  status: 'final',
  corrected_at: null,
} as const

const plainGlucose = {
  value: 108,
  text: null,
  unit: 'mg/dL',
  ucum: null,
  decimals: 0,
  low: 70,
  high: 99,
  reference_text: null,
}
const glucose: PrintedMeasure = {
  name: 'Glicemia en ayunas',
  reported: reportedFromPlain(plainGlucose),
  earlier: [],
}
const uricAcid = measured('Ácido úrico', { value: 4.6, decimals: 1, low: 2.4, high: 5.7 })
const nitrites = measured('Nitritos', { value: null, text: 'Negativo', unit: null, low: null, high: null })

function measured(name: string, plain: Partial<PlainResult>): PrintedMeasure {
  return { name, reported: reportedFromPlain({ ...plainGlucose, ...plain }), earlier: [] }
}

function laboratory(measures: readonly PrintedMeasure[]) {
  return { ...exam, content: { kind: 'laboratory', specimen: 'Suero', measures, conclusion: null } } as const
}

test('the exam PDF names clinic, patient, requester and time, and each value with unit, range and flag', async () => {
  const bytes = await examPdf(laboratory([glucose, uricAcid, nitrites]))
  const texts = await pdfTexts(bytes)
  for (const text of [
    'Clínica Andes',
    'Sede Providencia · Avenida Los Arrayanes 1480, Providencia',
    'Camila Andrea Fuentes Rojas',
    'RUT 12345678-5',
    '12/04/1988 (38 años)',
    'Dra. Carolina Muñoz Vidal',
    'A-204817',
    '20/11/2026, 08:15 h',
    'Página 1 de 1',
  ])
    expect(texts).toContain(text)
  const row = (name: string) => texts.slice(texts.indexOf(name), texts.indexOf(name) + 5)
  expect(row('Glicemia en ayunas')).toEqual(['Glicemia en ayunas', '108', 'Alto', 'mg/dL', '70 a 99 mg/dL'])
  expect(row('Ácido úrico').slice(0, 4)).toEqual(['Ácido úrico', '4,6', 'mg/dL', '2,4 a 5,7 mg/dL'])
  expect(row('Nitritos').slice(0, 2)).toEqual(['Nitritos', 'Negativo'])
  // The properties of the file name no person, and the same exam has the same bytes.
  const pdf = Buffer.from(bytes)
  for (const property of ['(es-CL)', '/DisplayDocTitle true', '/Marked true'])
    expect(pdf.toString('latin1')).toContain(property)
  expect(pdf.toString('latin1').match(/\/Scope \/Column/g)).toHaveLength(5)
  expect(pdf.toString('latin1').match(/\/Scope \/Row/g)).toHaveLength(3)
  expect(pdf.toString('latin1')).not.toContain('Fuentes')
  expect(Buffer.from(await examPdf(laboratory([glucose, uricAcid, nitrites])))).toEqual(pdf)
})

test('a long table of the exam PDF continues on further pages with its titles, and pages are numbered', async () => {
  const measures = Array.from({ length: 60 }, (_, index) => ({ ...glucose, name: `Medida ${index + 1}` }))
  const texts = await pdfTexts(await examPdf(laboratory(measures)))
  for (const measure of measures) expect(texts.filter((text) => text === measure.name)).toHaveLength(1)
  expect(texts.filter((text) => text === 'Valores de referencia').length).toBe(3)
  expect(texts.filter((text) => /^Página \d de 3$/.test(text))).toEqual([
    'Página 1 de 3',
    'Página 2 de 3',
    'Página 3 de 3',
  ])
})

const amount = (number: string, unit: string | null = null) => ({
  number,
  comparator: null,
  unit,
  ucum: null,
})
const rangeFor = (words: string | null, low: string | null, high: string | null) => ({
  low: low === null ? null : amount(low),
  high: high === null ? null : amount(high),
  text: null,
  type: null,
  applies_to: words === null ? [] : [toConcept(words)],
  age_low: null,
  age_high: null,
})

/** Returns a result like the glucose, with some parts replaced. */
function reported(name: string, parts: Partial<ReportedResult>): PrintedMeasure {
  return { name, reported: { ...glucose.reported, ranges: [], ...parts }, earlier: [] }
}

test('the printed report writes a result, its flag, its ranges and the laboratory’s words as the screen does', () => {
  const amountOf = (digits: string, unit: string, parts: Partial<ReportedResult> = {}) =>
    ({ value: { kind: 'number', number: digits, comparator: null }, unit, ...parts }) as const
  const ranges = [rangeFor('Primer trimestre', '0.1', '2.5'), rangeFor('Segundo trimestre', '0.2', '3.0')]
  const rows: readonly (readonly [Partial<ReportedResult>, object])[] = [
    [
      { value: { kind: 'number', number: '0.010', comparator: '<' }, unit: 'ng/mL' },
      { value: '< 0,010', unit: 'ng/mL', tags: [], details: [] },
    ],
    [
      { value: { kind: 'absent', reason: toConcept('Hemolizada') }, unit: null },
      { value: 'Sin resultado: hemolizada', unit: '' },
    ],
    [
      amountOf('7.1', 'mmol/L', { interpretations: [toInterpretation('HH')] }),
      { value: '7,1', tags: ['Crítico: muy alto'], arrow: 'up', isAttention: true },
    ],
    [amountOf('5.0', 'g/L', { status: 'preliminary' }), { value: '5,0', tags: ['Preliminar'] }],
    [
      amountOf('8', 'mm', { notes: ['Repetir.'], method: 'Difusión', body_site: 'Brazo' }),
      { details: ['Nota: Repetir.', 'Método: Difusión', 'Sitio: Brazo'] },
    ],
    [
      amountOf('3', 'mUI/L', { ranges }),
      {
        ranges: ['Primer trimestre: 0,1 a 2,5 mUI/L', 'Segundo trimestre: 0,2 a 3,0 mUI/L'],
        arrow: null,
        tags: [],
      },
    ],
  ]
  for (const [parts, cells] of rows) expect(printedCells(reported('Medida', parts))).toMatchObject(cells)
})

test('a preliminary report says so under its title, and a conclusion is printed below the results', async () => {
  const { content, ...rest } = laboratory([glucose])
  const conclusion = 'Glicemia alterada.\nControlar en tres meses.'
  const texts = await pdfTexts(
    await examPdf({ ...rest, status: 'preliminary', content: { ...content, conclusion } }),
  )
  expect(texts).toContain('Informe preliminar. Puede cambiar cuando el laboratorio lo termine.')
  const order = ['Glicemia en ayunas', 'Conclusión', 'Glicemia alterada.', 'Controlar en tres meses.']
  expect(texts.filter((text) => order.includes(text))).toEqual(order)
})

test('the letterhead has the clinic’s own lines, colours, greys and logo in place of those of the site', async () => {
  const { default: sharp } = await import('sharp')
  const pixel = { width: 8, height: 8, channels: 4, background: '#0F6B5C' } as const
  const logo = await sharp({ create: pixel }).png().toBuffer()
  const lines = ['Clínica Los Robles SpA', 'RUT 76.000.000-0', 'Calle Uno 123, Ñuñoa', 'Teléfono 2 2555 1000']
  const neutral = expandColour('#53635D')
  const letterhead = { brand: 'Clínica Los Robles', lines, colour: '#0F6B5C', neutral, logo }
  const bytes = await examPdf({ ...laboratory([uricAcid]), letterhead })
  const texts = await pdfTexts(bytes)
  for (const line of [letterhead.brand, ...lines]) expect(texts).toContain(line)
  expect(texts.join(' ')).not.toContain('Sede Providencia')
  expect(Buffer.from(bytes).toString('latin1')).toContain('/Subtype /Image')
  // The colours of warnings are those of the product.
  const own = [letterhead.colour, '#FFFFFF', attention.text, attention.pale, ...neutral]
  expect(pdfColours(bytes).filter((colour) => !own.includes(colour))).toEqual([])
  const plain = Buffer.from(await examPdf(laboratory([glucose]))).toString('latin1')
  expect(plain).not.toContain('/Subtype /Image')
})
