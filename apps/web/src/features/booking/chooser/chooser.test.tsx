import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { buildSites, setClinic } from '../../../../test/clinic.ts'
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

test('a booking for a group member stays for that person at every site', async () => {
  const { user, path } = await renderPortal(`${page}?patient_id=9`, { as: 'patient' })
  expect((await addressOf(/^Imagenología/)).searchParams.get('paciente')).toBe('9')
  await user.click(screen.getByRole('button', { name: /^Consulta médica/ }))
  expect(path()).toBe(`${page}?vista=consultation&patient_id=9`)
  expect((await addressOf(/^Maipú Consulta/)).searchParams.get('patient_id')).toBe('9')
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

describe('clinics with other sites', () => {
  const seven = ['Ñuñoa', 'Puente Alto', 'Viña del Mar', 'Quilpué', 'Concón', 'Talca', 'Temuco']

  test.each([3, 7])(
    'a clinic with %d sites asks for one of them, and offers exams at each that makes some',
    async (count) => {
      const sites = buildSites(seven.slice(0, count))
      const codes = sites.map(({ code }) => code)
      setClinic({ sites, exam_sites: codes.slice(1) })
      const { user } = await renderPortal(page, { as: 'patient' })
      const first = await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' })
      await user.click(within(first).getByRole('button', { name: /^Consulta médica/ }))
      const dialog = await screen.findByRole('dialog', { name: '¿En qué clínica quieres atenderte?' })
      const links = within(within(dialog).getByRole('list')).getAllByRole('link')
      expect(links.map((link) => link.textContent)).toEqual(
        sites.map(({ name }) => `${name} Consulta médica`),
      )
      expect(screen.queryByText('Ñuñoa exámenes')).toBeNull()
      expect(screen.getByText('Puente Alto exámenes')).toBeInTheDocument()
    },
  )

  test('a clinic with one site never asks for the site', async () => {
    setClinic({ sites: buildSites(['Ñuñoa']), exam_sites: ['NUNOA'], procedure_sites: ['NUNOA'] })
    await renderPortal(page, { as: 'patient' })
    const link = await addressOf(/^Consulta médica/)
    expect([link.pathname, link.searchParams.get('office_id')]).toEqual(['/reservas', 'NUNOA'])
  })

  test('what a clinic does not offer is not shown', async () => {
    setClinic({
      booking_groups: portal.clinic.booking_groups.filter(({ kind }) => kind === 'consultation'),
      exam_sites: [],
      result_choice: false,
      walk_in: null,
    })
    await renderPortal(page, { as: 'patient' })
    const dialog = await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' })
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByText(/exámenes$/)).toBeNull()
    expect(screen.queryByText(/Exámenes sin reserva/)).toBeNull()
    expect(screen.queryByText('Procedimientos')).toBeNull()
  })
})
