import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'

test('health insurances show whether they are offered: Fonasa once, and not its income bands', async () => {
  const { anonymous } = await startPortal()
  const { forecasts } = await anonymous(catalogueEndpoints.forecasts)
  const offered = forecasts.filter((forecast) => forecast.status !== 0).map((forecast) => forecast.nombre)
  expect(offered.filter((name) => name.startsWith('Fonasa'))).toEqual(['Fonasa'])
  expect(forecasts.length).toBeGreaterThan(offered.length)
})

test('anyone can read when each kind of exam is shown in the portal, by category', async () => {
  const { anonymous, app } = await startPortal()
  const { displayDurationExam } = await anonymous(catalogueEndpoints.displayDurations)
  expect(displayDurationExam[0]).toEqual({
    id: 1,
    name_exam: 'Exámenes de sangre y orina de rutina',
    day_withdrawal_portal: 'Mismo día',
    day_withdrawal: '1 día hábil',
    display_duration_exam_categories: { id: 1, category_name: 'Laboratorio' },
  })
  const answer = await app.inject({ url: '/api/display/duration/exams' })
  expect(answer.headers.etag).toBeDefined()
})
