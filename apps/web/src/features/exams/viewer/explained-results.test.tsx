import { type ExamResult, examEndpoints } from '@mi-portal/contract/exams'
import { reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import type { ReferenceRange, ReportedResult } from '@mi-portal/contract/results/reported-result'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint } from '../../../../test/fake-server.ts'
import { buildExamResult, buildExamResults } from '../../../../test/record.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

/** A potassium whose normal range is 3.5 to 5.1. */
function potassium(value: string, more: Partial<ReportedResult> = {}): ReportedResult {
  const plain = { value, text: null, unit: 'mmol/L', ucum: null, decimals: 1, reference_text: null }
  return { ...reportedFromPlain({ ...plain, low: '3.5', high: '5.1' }), ...more }
}
const limit = (number: string) => ({ number, comparator: null, unit: null, ucum: null })
const criticalRange: ReferenceRange = {
  low: limit('2.5'),
  high: limit('6.5'),
  text: null,
  type: { text: 'Crítico', codes: [] },
  applies_to: [],
  age_low: null,
  age_high: null,
}
const withCriticalRange = { ranges: [...potassium('4').ranges, criticalRange] }
const interpreted = (code: string) => ({
  interpretations: [{ text: null, codes: [{ system: null, code, display: null }] }],
})

function build(reported: ReportedResult, more: Partial<ExamResult> = {}): ExamResult {
  return buildExamResult({ code: 'K', name: 'Potasio', reported, ...more })
}

async function openWith(result: ExamResult, more: Partial<ReturnType<typeof buildExamResults>> = {}) {
  mockEndpoint(examEndpoints.resultsByKey, { ...buildExamResults([result]), ...more })
  const portal = await renderPage('/visor/la-llave')
  const item = (await screen.findByRole('heading', { level: 2, name: result.name })).closest('li')
  if (!item) throw new Error(`no row of ${result.name}`)
  return { ...portal, row: within(item) }
}

test.each([
  ['the laboratory’s code HH', potassium('7.1', interpreted('HH')), 'Crítico: muy alto', true],
  ['the laboratory’s code LL', potassium('2.1', interpreted('LL')), 'Crítico: muy bajo', true],
  ['the laboratory’s code AA', potassium('7.1', interpreted('AA')), 'Crítico', true],
  ['the laboratory’s critical limits', potassium('6.8', withCriticalRange), 'Crítico: muy alto', true],
  ['the range alone, however far it is', potassium('9.9'), 'Sobre el rango', false],
])(
  'a value beyond %s is shown in words, and only what the laboratory calls critical comes with what to do',
  async (_, reported, words, isCritical) => {
    const { row } = await openWith(build(reported))
    expect(row.getByText(words)).toBeVisible()
    const count = isCritical ? 1 : 0
    expect(screen.queryAllByText('Resultado crítico: Potasio')).toHaveLength(count)
    expect(screen.queryAllByText(/^Contacta a tu médico hoy/)).toHaveLength(count)
    expect(screen.queryAllByText(/1 resultado es crítico según el laboratorio\.$/)).toHaveLength(count)
  },
)

test('the line of a result names its zones from low to high, its limits and the value with its unit', async () => {
  const { row } = await openWith(build(potassium('5.4')))
  const line = row.getByRole('img', { name: /^Potasio: 5,4 mmol\/L, sobre el rango de referencia/ })
  const zones = [...line.querySelectorAll('div:last-child > span')].map((zone) => zone.textContent)
  expect(zones).toEqual(['Bajo', 'En rango', 'Alto'])
  for (const words of ['3,5', '5,1', '5,4 mmol/L']) expect(within(line).getByText(words)).toBeVisible()
})

describe('the change since the last result', () => {
  const course = (...past: readonly [date: string, reported: ReportedResult][]) => ({
    course: past.map(([date, reported]) => ({ date, reported })),
  })

  test('the change is written with its size and the day of the last result', async () => {
    const now = potassium('4.3')
    const { row } = await openWith(build(now, course(['2026-03-12', potassium('4.0')], ['2026-11-20', now])))
    expect(row.getByText('Subió 0,3 mmol/L desde el 12 de marzo de 2026.')).toBeVisible()
  })

  test('the trend says when method and range changed, in the chart and in the table', async () => {
    const now = potassium('4.3', { method: 'ISE indirecto' })
    const before = potassium('4.0', { method: 'ISE directo' })
    const more = course(['2025-01-10', before], ['2026-03-12', before], ['2026-11-20', now])
    const { user, row } = await openWith(build(now, more))
    await user.click(row.getByRole('button', { name: 'Evolución de Potasio' }))
    const change = 'Desde el 20 de noviembre de 2026: cambió el método, de «ISE directo» a «ISE indirecto».'
    expect(await row.findByText(change)).toBeVisible()
    expect(row.getByText(/El gráfico no une los resultados de antes y después/)).toBeVisible()
    expect(row.getByRole('img', { name: (name) => name.endsWith(change) })).toBeVisible()
    await user.click(row.getByRole('button', { name: 'Tabla' }))
    const lines = row.getAllByRole('row').map((line) => line.textContent)
    expect(lines[1]).toMatch(/^20\/11\/2026/)
    expect(lines[2]).toBe(change)
    expect(lines[3]).toMatch(/^12\/03\/2026/)
  })
})
