import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPortal } from '../../../../test/render-portal.tsx'
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
  await renderPortal(page, { as: 'patient' })
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

test('the imaging option leads to the imaging page', async () => {
  await renderPortal(page, { as: 'patient' })
  expect((await addressOf(/^Imagenología/)).pathname).toBe('/dashboard/agenda-imagenologia')
})

test.each([
  [/^Consulta médica/, 'consultation', undefined, undefined],
  [/^Laboratorio/, 'laboratory', '362,363,364', '570'],
])(
  'the option %s asks for the clinic first, each with its own picture, and the patient can go back',
  async (name, vista, providencia, maipu) => {
    const { user, path } = await renderPortal(page, { as: 'patient' })
    const first = await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' })
    await user.click(within(first).getByRole('button', { name }))
    await screen.findByRole('dialog', { name: '¿En qué clínica quieres atenderte?' })
    expect(path()).toBe(`${page}?vista=${vista}`)
    const codes = (address: URL) => address.searchParams.get('spec_id')?.replaceAll('"', '')
    const providenciaLink = await addressOf(/^Providencia (Consulta|Laboratorio)/)
    const maipuLink = await addressOf(/^Maipú (Consulta|Laboratorio)/)
    expect([providenciaLink.searchParams.get('office_id'), codes(providenciaLink)]).toEqual([
      'PROVIDENCIA',
      providencia,
    ])
    expect([maipuLink.searchParams.get('office_id'), codes(maipuLink)]).toEqual(['MAIPU', maipu])
    const pictures = [...document.querySelectorAll('dialog img')].map((image) => image.getAttribute('src'))
    expect(new Set(pictures).size).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Volver atrás' }))
    expect(await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' })).toBeVisible()
    expect(path()).toBe(page)
  },
)

test('after the dialog is closed, the page still offers exam sites, cancelling, and opening the dialog again', async () => {
  const { user } = await renderPortal(page, { as: 'patient' })
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

test('an external reservation application receives the same codes', async () => {
  portal.reservationUrl = 'https://horas.example/reservar'
  await renderPortal(page, { as: 'patient' })
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
