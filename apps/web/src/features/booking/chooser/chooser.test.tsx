import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { open } from '../../../../test/open.tsx'
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
])('%s goes straight to the reservation', async (name, leads) => {
  await open(page, { as: 'patient' })
  const { pathname, searchParams } = await addressOf(name)
  expect(pathname).toBe('/reservas')
  const told = Object.fromEntries([...searchParams].map(([key, value]) => [key, value.replaceAll('"', '')]))
  expect(told).toEqual({ ...leads, utm_source: 'mi-portal', utm_medium: 'web', utm_campaign: 'agenda' })
})

test('imaging goes to its own page', async () => {
  await open(page, { as: 'patient' })
  expect((await addressOf(/^Imagenología/)).pathname).toBe('/dashboard/agenda-imagenologia')
})

test.each([
  [/^Consulta médica/, 'consulta', undefined, undefined],
  [/^Laboratorio/, 'lab', '362,363,364', '570'],
])('%s asks for the clinic first, and comes back', async (name, vista, providencia, maipu) => {
  const { user, path } = await open(page, { as: 'patient' })
  const first = await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' })
  await user.click(within(first).getByRole('button', { name }))
  await screen.findByRole('dialog', { name: '¿En qué clínica quieres atenderte?' })
  expect(path()).toBe(`${page}?vista=${vista}`)
  const codes = (address: URL) => address.searchParams.get('spec_id')?.replaceAll('"', '')
  const one = await addressOf(/^Providencia (Consulta|Laboratorio)/)
  const other = await addressOf(/^Maipú (Consulta|Laboratorio)/)
  expect([one.searchParams.get('office_id'), codes(one)]).toEqual(['PROVIDENCIA', providencia])
  expect([other.searchParams.get('office_id'), codes(other)]).toEqual(['MAIPU', maipu])
  await user.click(screen.getByRole('button', { name: 'Volver atrás' }))
  expect(await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' })).toBeVisible()
  expect(path()).toBe(page)
})

test('closed it leaves the sites for exams, the way to cancel, and the way to open it again', async () => {
  const { user } = await open(page, { as: 'patient' })
  await screen.findByRole('dialog')
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect((await addressOf(/^Providencia exámenes/)).href).toContain('sucursal=PROVIDENCIA')
  expect((await addressOf(/^Maipú exámenes/)).href).toContain('sucursal=MAIPU')
  expect((await addressOf(/^Procedimientos/)).pathname).toBe('/dashboard/agenda-procedimientos')
  expect((await addressOf(/^Cancelar horas/)).pathname).toBe('/dashboard/consultas-medicas')
  await user.click(screen.getByRole('button', { name: 'Continuar' }))
  expect(await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' })).toBeVisible()
})

test('another reservation application that the installation names gets the same codes', async () => {
  portal.reservationUrl = 'https://horas.example/reservar'
  await open(page, { as: 'patient' })
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
