import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { setClinic } from '../../../../test/clinic.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { portal } from '../../../lib/portal-config.ts'

const page = '/dashboard/agenda'

afterEach(() => {
  portal.reservationUrl = null
})

async function addressOf(name: RegExp): Promise<URL> {
  const link = await screen.findByRole('link', { name })
  return new URL(link.getAttribute('href') ?? '', 'https://portal.example')
}

test.each([
  [/^Telemedicina/, { modality: 'telemedicina' }],
  [/^Vacunatorio/, { office_id: 'PROVIDENCIA', spec_id: '359' }],
  [/^Banco de sangre/, { office_id: 'PROVIDENCIA', spec_id: '573' }],
])('the option %s leads directly to the reservation with its codes', async (name, expected) => {
  await renderPage(page, { as: 'patient' })
  const { pathname, searchParams } = await addressOf(name)
  expect(pathname).toBe('/reservas')
  const parameters = Object.fromEntries(
    [...searchParams].map(([key, value]) => [key, value.replaceAll('"', '')]),
  )
  expect(parameters).toEqual({
    ...expected,
    utm_source: 'mi-portal',
    utm_medium: 'web',
    utm_campaign: 'agenda',
  })
})

test('a booking for a group member stays for that person at every site', async () => {
  const { user, path } = await renderPage(`${page}?patient_id=9`, { as: 'patient' })
  expect((await addressOf(/^Imagenología/)).searchParams.get('paciente')).toBe('9')
  await user.click(screen.getByRole('button', { name: /^Consulta médica/ }))
  expect(path()).toBe(`${page}?vista=consultation&patient_id=9`)
  expect((await addressOf(/^Maipú Consulta/)).searchParams.get('patient_id')).toBe('9')
})

test('an external reservation application receives the same codes', async () => {
  portal.reservationUrl = 'https://horas.example/reservar'
  await renderPage(page, { as: 'patient' })
  const { origin, pathname, searchParams } = await addressOf(/^Vacunatorio/)
  expect(`${origin}${pathname}`).toBe('https://horas.example/reservar')
  expect(Object.fromEntries(searchParams)).toEqual({
    office_id: 'PROVIDENCIA',
    spec_id: '359',
    utm_source: 'mi-portal',
    utm_medium: 'web',
    utm_campaign: 'agenda',
  })
})

describe('clinics with other sites', () => {
  test('what a clinic does not offer is not shown', async () => {
    setClinic({
      booking_groups: portal.clinic.booking_groups.filter(({ kind }) => kind === 'consultation'),
      exam_sites: [],
      result_choice: false,
      walk_in: null,
    })
    await renderPage(page, { as: 'patient' })
    const dialog = await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' })
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByText(/exámenes$/)).toBeNull()
    expect(screen.queryByText(/Exámenes sin reserva/)).toBeNull()
    expect(screen.queryByText('Procedimientos')).toBeNull()
  })
})
