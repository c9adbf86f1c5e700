import { expect, test } from 'vitest'
import { findReservedQuestionnaire, reservedQuestionnaires, testOfValue } from './reserved-questionnaires.ts'

const findByName = (name: string) => findReservedQuestionnaire({ codes: [], names: [name] })
const findByCode = (code: string) => findReservedQuestionnaire({ codes: [code], names: [] })

/** Returns whether a code of LOINC ends with its check digit (modulus 10), which a mistyped code does not. */
function hasCheckDigit(code: string): boolean {
  const [number = '', digit] = code.split('-')
  const sum = [...number].toReversed().reduce((total, figure, index) => {
    const value = Number(figure) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return (10 - (sum % 10)) % 10 === Number(digit)
}

test('every code of a listed questionnaire is reserved: panels, items, totals and findings', () => {
  for (const { group, codes, ranges } of reservedQuestionnaires) {
    for (const code of codes.split(' ')) {
      expect([code, findByCode(code)]).toEqual([code, group])
      expect([code, !code.includes('-') || hasCheckDigit(code)]).toEqual([code, true])
    }
    for (const [first, last] of ranges)
      for (let number = first; number <= last; number++) expect(findByCode(`${number}-0`)).toBe(group)
  }
  // PHQ-9 «better off dead», C-SSRS «killing yourself», HITS «physically hurt», AUDIT «not able to stop», TAPS «illegal drugs».
  expect(['44260-8', '93247-5', '95618-5'].map(findByCode)).toEqual(Array(3).fill('SALUD_MENTAL'))
  expect(['97734-8', '96843-8'].map(findByCode)).toEqual(Array(2).fill('DROGAS'))
})

test('questionnaires in Spanish without codes, and those that only LOINC’s name tells, are reserved', () => {
  for (const name of [
    ...['Autolesiones', 'Ansiedad generalizada, puntaje total', 'Ideación suicida', 'Síntomas depresivos'],
    ...['Escala de depresión posnatal de Edimburgo', 'PHQ-9 total', 'Conducta alimentaria, EAT-26'],
    ...['Tamizaje de violencia', 'Within the last year, have you been afraid of your partner [HARK]'],
  ])
    expect([name, findByName(name)]).toEqual([name, 'SALUD_MENTAL'])
  for (const name of [
    ...['Consumo de marihuana', 'Consumo de alcohol, AUDIT-C', 'Tabaquismo', '¿Fuma?', 'CRAFFT, puntaje'],
    ...['Uso de sustancias', 'Tobacco smoking status', 'Substance use status', 'Frecuencia [ASSIST]'],
  ])
    expect([name, findByName(name) === null]).toEqual([name, false])
})

test('a test of the laboratory and a measurement are no questionnaire', () => {
  for (const name of [
    ...['Glucosa', 'Hemograma', 'Perfil lipídico', 'Presión arterial', 'Consumo de oxígeno', 'Audiometría'],
    ...[
      'Examen auditivo',
      'Fosfatasa alcalina',
      'Dastinib',
      'Índice de masa corporal',
      'Ferritina',
      'Bilirrubina',
    ],
  ])
    expect([name, findByName(name)]).toEqual([name, null])
  for (const code of ['2345-7', '85354-9', '8302-2', '44248-3', '44262-4'])
    expect([code, findByCode(code)]).toEqual([code, null])
})

test('a value is looked at as a name is: its words, and its codes with theirs', () => {
  const concept = {
    text: null,
    codes: [{ system: 'http://snomed.info/sct', code: '228366006', display: 'Finding' }],
  }
  expect(findReservedQuestionnaire(testOfValue({ value: { kind: 'concept', concept } }))).toBe('DROGAS')
  const text = { kind: 'text', text: 'Depresión moderada' } as const
  expect(findReservedQuestionnaire(testOfValue({ value: text }))).toBe('SALUD_MENTAL')
  expect(findReservedQuestionnaire(testOfValue({ value: { kind: 'text', text: 'Negativo' } }))).toBeNull()
})
