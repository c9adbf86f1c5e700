import type { ListedExam } from '@mi-portal/contract/exams/exams'
import { expect, test } from 'vitest'
import { groupByVisit } from './visits.rules.ts'

test('exams are grouped by the number of their visit, and by day if they have none', () => {
  const listed = (attention_number: string, date: string) =>
    ({ attention_number, date, attention_id: 1, doctor_solicite: 'No informado' }) as ListedExam
  const groups = groupByVisit([
    listed('A-1', '26/11/2026'),
    listed('A-1', '25/11/2026'),
    listed('', '25/11/2026'),
    listed('', '25/11/2026'),
    listed('', '11/2026'),
  ])
  expect(groups.map(({ date, exams }) => [date, exams.length])).toEqual([
    ['26/11/2026', 2],
    ['25/11/2026', 2],
    ['11/2026', 1],
  ])
})
