import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setClinic } from '../../../../test/clinic.ts'
import { mockEndpoint } from '../../../../test/fake-server.ts'
import { buildMember } from '../../../../test/family.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { portal } from '../../../lib/portal-config.ts'

const page = '/dashboard/agenda'

afterEach(() => {
  portal.reservationUrl = null
})

/** Returns the address of a link without its parameters, and its parameters. */
async function readLink(name: RegExp) {
  const link = await screen.findByRole('link', { name })
  const url = new URL(link.getAttribute('href') ?? '', 'https://portal.example')
  const parameters = [...url.searchParams].map(([key, value]) => [key, value.replaceAll('"', '')])
  return { address: `${url.origin}${url.pathname}`, parameters: Object.fromEntries(parameters) }
}

test('the options lead to an external reservation with their codes', async () => {
  portal.reservationUrl = 'https://horas.example/reservar'
  await renderPage(page, { as: 'patient' })
  const { address, parameters } = await readLink(/^Vacunatorio/)
  expect(address).toBe('https://horas.example/reservar')
  expect(parameters).toMatchObject({ office_id: 'PROVIDENCIA', spec_id: '359' })
})

test('a booking for a group member stays for that person at every site', async () => {
  const { user, path } = await renderPage(`${page}?patient_id=9`, { as: 'patient' })
  expect((await readLink(/^Imagenología/)).parameters.paciente).toBe('9')
  await user.click(screen.getByRole('button', { name: /^Consulta médica/ }))
  expect(path()).toBe(`${page}?vista=consultation&patient_id=9`)
  expect((await readLink(/^Maipú Consulta.* \d\d:\d\d a \d\d:\d\d h/)).parameters.patient_id).toBe('9')
  const { parameters } = await readLink(/^En cualquiera de las dos/)
  expect(parameters).toMatchObject({ office_id: 'AMBAS', patient_id: '9' })
})

test('the chooser asks for whom before it asks what is needed', async () => {
  mockEndpoint(familyMemberEndpoints.group, { familyGroup: [buildMember()] })
  const { user, path } = await renderPage(page, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: /Martina/ }))
  const { id } = buildMember().family_patient
  expect(path()).toBe(`${page}?patient_id=${id}`)
  expect((await readLink(/^Telemedicina/)).parameters).toMatchObject({ patient_id: String(id) })
})

test('what a clinic does not offer is not shown', async () => {
  const booking_groups = portal.clinic.booking_groups.filter(({ kind }) => kind === 'consultation')
  setClinic({ booking_groups, exam_sites: [], result_choice: false, walk_in: null })
  await renderPage(page, { as: 'patient' })
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(1)
  for (const text of [/exámenes$/, /Exámenes sin reserva/, 'Procedimientos'])
    expect(screen.queryByText(text)).toBeNull()
})
