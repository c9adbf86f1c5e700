import { expect, test } from 'vitest'
import { pdfTexts } from '../../../test/pdf-text.ts'
import { examPdf } from './exam-pdf.ts'
import { flagOf, type PrintedMeasure, showRange } from './printed-measure.ts'

const exam = {
  brand: 'Clínica Andes',
  site: { name: 'Providencia', address: 'Avenida Los Arrayanes 1480, Providencia', phone: '2 2362 5400' },
  patient: { name: 'Camila Andrea Fuentes Rojas', document: 'RUT 12345678-5', date_birth: '1988-04-12' },
  type_exam: 'Perfil bioquímico',
  attention_number: 'A-204817',
  doctor_solicite: 'Dra. Carolina Muñoz Vidal',
  type_patient: 'Ambulatorio',
  taken_at: new Date('2026-11-20T11:15:00Z'),
  reported_at: new Date('2026-11-20T19:15:00Z'),
} as const

const glucose: PrintedMeasure = {
  name: 'Glicemia en ayunas',
  value: 108,
  text: null,
  unit: 'mg/dL',
  decimals: 0,
  low: 70,
  high: 99,
  reference_text: null,
}
const uricAcid = { ...glucose, name: 'Ácido úrico', value: 4.6, decimals: 1, low: 2.4, high: 5.7 }
const nitrites = {
  ...glucose,
  name: 'Nitritos',
  value: null,
  text: 'Negativo',
  unit: null,
  low: null,
  high: null,
}

function laboratory(measures: readonly PrintedMeasure[]) {
  return { ...exam, content: { kind: 'laboratory', specimen: 'Suero', measures } } as const
}

test('the document carries the clinic, the person, who asked for it and when it was taken', async () => {
  const texts = pdfTexts(await examPdf(laboratory([glucose])))
  for (const text of [
    'Clínica Andes',
    'Sede Providencia · Avenida Los Arrayanes 1480, Providencia',
    'Camila Andrea Fuentes Rojas',
    'RUT 12345678-5',
    '12/04/1988 (38 años)',
    'Dra. Carolina Muñoz Vidal',
    'A-204817',
    '20/11/2026, 08:15 h',
    'Perfil bioquímico',
    'Documento sin firma electrónica',
    'Página 1 de 1',
  ]) {
    expect(texts).toContain(text)
  }
})

test('a value stands with its unit, its range and a word where it lies outside, decimals with a comma', async () => {
  const texts = pdfTexts(await examPdf(laboratory([glucose, uricAcid, nitrites])))
  const row = (name: string) => texts.slice(texts.indexOf(name), texts.indexOf(name) + 5)
  expect(row('Glicemia en ayunas')).toEqual(['Glicemia en ayunas', '108', 'Alto', 'mg/dL', '70 a 99'])
  expect(row('Ácido úrico').slice(0, 4)).toEqual(['Ácido úrico', '4,6', 'mg/dL', '2,4 a 5,7'])
  expect(row('Nitritos').slice(0, 2)).toEqual(['Nitritos', 'Negativo'])
})

test('a value on the border of its range is inside it, and without a range nothing is said', () => {
  expect(flagOf({ value: 70, low: 70, high: 99 })).toBe('')
  expect(flagOf({ value: 99, low: 70, high: 99 })).toBe('')
  expect(flagOf({ value: 69.9, low: 70, high: 99 })).toBe('Bajo')
  expect(flagOf({ value: 99.1, low: 70, high: 99 })).toBe('Alto')
  expect(flagOf({ value: 5, low: null, high: null })).toBe('')
  expect(flagOf({ value: null, low: 1, high: 2 })).toBe('')
})

test('a range open on one side says so', () => {
  expect(showRange({ low: null, high: 200, decimals: 0 })).toBe('hasta 200')
  expect(showRange({ low: 50, high: null, decimals: 0 })).toBe('desde 50')
  expect(showRange({ low: null, high: null, decimals: 0 })).toBe('')
})

test('a long table goes on over the page under its titles, and every page is numbered', async () => {
  const measures = Array.from({ length: 60 }, (_, index) => ({ ...glucose, name: `Medida ${index + 1}` }))
  const texts = pdfTexts(await examPdf(laboratory(measures)))
  for (const measure of measures) expect(texts.filter((text) => text === measure.name)).toHaveLength(1)
  expect(texts.filter((text) => text === 'Valores de referencia').length).toBe(3)
  expect(texts.filter((text) => /^Página \d de 3$/.test(text))).toEqual([
    'Página 1 de 3',
    'Página 2 de 3',
    'Página 3 de 3',
  ])
})

test('the report of an image says how it was made, what was seen and what it means', async () => {
  const texts = pdfTexts(
    await examPdf({
      ...exam,
      type_exam: 'Ecografía abdominal',
      content: {
        kind: 'imaging',
        technique: 'Estudio con transductor convexo.',
        findings: ['Hígado de tamaño normal.', 'Vesícula de paredes finas.'],
        impression: ['Sin hallazgos patológicos.'],
        reported_by: 'Dr. Ignacio Valdés Mora',
      },
    }),
  )
  const order = [
    'Ecografía abdominal',
    'Técnica',
    'Estudio con transductor convexo.',
    'Hallazgos',
    'Hígado de tamaño normal.',
    'Vesícula de paredes finas.',
    'Impresión',
    'Sin hallazgos patológicos.',
    'Dr. Ignacio Valdés Mora',
  ].map((text) => texts.indexOf(text))
  expect(order).not.toContain(-1)
  expect(order).toEqual([...order].sort((a, b) => a - b))
})

test('the document says its language, shows its title, and names nobody in its properties', async () => {
  const pdf = Buffer.from(await examPdf(laboratory([glucose]))).toString('latin1')
  expect(pdf).toContain('(es-CL)')
  expect(pdf).toContain('/DisplayDocTitle true')
  expect(pdf).toContain('/Marked true')
  expect(pdf).not.toContain('Fuentes')
})

test('the same exam gives the same bytes', async () => {
  expect(Buffer.from(await examPdf(laboratory([glucose])))).toEqual(
    Buffer.from(await examPdf(laboratory([glucose]))),
  )
})
