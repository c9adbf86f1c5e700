import { reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import { expect, test } from 'vitest'
import { divideCourse, listCourseChanges } from './course-segments.rules.ts'

function past(date: string, more: Partial<ReportedResult> = {}, low: string | null = '0.50') {
  const plain = { value: '0.70', text: null, unit: 'mg/dL', ucum: null, decimals: 2, reference_text: null }
  return { date, reported: { ...reportedFromPlain({ ...plain, low, high: low && '0.90' }), ...more } }
}
const jaffe = { method: 'Jaffé' }
const enzymatic = { method: 'Enzimático' }

test('results of one method and one range are one segment, however its limits are written', () => {
  const segments = divideCourse([past('2024-01-10'), past('2025-01-10', {}, '0.5'), past('2026-01-10')])
  expect(segments.map(({ points }) => points.length)).toEqual([3])
  expect(listCourseChanges(segments)).toEqual([])
})

test('a change of the method begins a segment and is named with its day', () => {
  const segments = divideCourse([
    past('2024-01-10', jaffe),
    past('2025-01-10', jaffe),
    past('2026-03-12', enzymatic),
    past('2026-05-12', enzymatic),
  ])
  expect(segments.map(({ points }) => points.length)).toEqual([2, 2])
  expect(listCourseChanges(segments)).toEqual([
    'Desde el 12 de marzo de 2026: cambió el método, de «Jaffé» a «Enzimático».',
  ])
})

test('a change of the reference range begins a segment with its own range', () => {
  const segments = divideCourse([past('2024-01-10'), past('2026-03-12', {}, '0.60')])
  expect(segments.map(({ range }) => range?.low?.number)).toEqual(['0.50', '0.60'])
  expect(listCourseChanges(segments)).toEqual([
    'Desde el 12 de marzo de 2026: cambió el rango de referencia, de «0,50 a 0,90 mg/dL» a «0,60 a 0,90 mg/dL».',
  ])
})

test('a method or a range that only some reports give is not taken for the same', () => {
  const segments = divideCourse([
    past('2024-01-10'),
    past('2025-01-10', jaffe),
    past('2026-03-12', jaffe, null),
  ])
  expect(listCourseChanges(segments)).toEqual([
    'Desde el 10 de enero de 2025: los informes traen método, que antes no traían: «Jaffé».',
    'Desde el 12 de marzo de 2026: los informes ya no traen rango de referencia; antes era «0,50 a 0,90 mg/dL».',
  ])
})
