import { ApiError } from '@mi-portal/contract/calls/api-error'
import { clinicResultTextEndpoints } from '@mi-portal/contract/clinic/result-texts'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { buildExam, buildExamsPage } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const { withheldResults } = clinicResultTextEndpoints
const page = '/dashboard/mis-examenes'
const neverShown = 'Exámenes que no se muestran en el portal'
const reserved = 'Resultados que la ley reserva'
const texts = {
  never_shown: { reason: 'Se entregan en persona.', how_to_obtain: 'Pídelos en el mesón con tu cédula.' },
  reserved: {
    reason: 'Desde los 14 años son de la adolescente.',
    how_to_obtain: 'Ella los ve con su cuenta.',
  },
}

async function openCard(title: string, address = page) {
  const { user } = await renderPage(address, { as: 'patient' })
  const card = (await screen.findByText(title)).closest('details')
  if (!card) throw new Error(`no card «${title}»`)
  expect(requestsTo(withheldResults)).toHaveLength(0)
  await user.click(within(card).getByText(title))
  return { user, card: within(card) }
}

test('the kinds that are given in person only are listed, with the reason and the way to obtain them once these are loaded', async () => {
  mockEndpoint(withheldResults, new ApiError('unavailable'))
  const { user, card } = await openCard(neverShown)
  expect(await card.findByText('No pudimos cargar la explicación')).toBeVisible()
  expect(card.getByText('Coombs indirecto')).toBeVisible()
  mockEndpoint(withheldResults, texts)
  await user.click(card.getByRole('button', { name: /reintentar/i }))
  expect(await card.findByText('Se entregan en persona.')).toBeVisible()
  expect(card.getByText('Cómo obtenerlos')).toBeVisible()
  expect(card.getByText('Pídelos en el mesón con tu cédula.')).toBeVisible()
  // On their own record a user reads nothing about results that are reserved from others.
  expect(screen.queryByText(reserved)).not.toBeInTheDocument()
})

test('on the record of another person, a user reads which results the law reserves and who can obtain them', async () => {
  mockEndpoint(withheldResults, texts)
  mockEndpoint(peopleEndpoints.one, { data: buildPatient({ id: 9 }) })
  mockEndpoint(examEndpoints.listOf, buildExamsPage([buildExam({ patient_id: 9 })]))
  const { card } = await openCard(reserved, `${page}?patient_id=9`)
  expect(await card.findByText('Desde los 14 años son de la adolescente.')).toBeVisible()
  expect(card.getByText('Ella los ve con su cuenta.')).toBeVisible()
})
