import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import {
  clinicAdministrationEndpoints as endpoints,
  type PartSummary,
} from '@mi-portal/contract/clinic/administration'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const contact: PartSummary = {
  ...{ part: 'contact', rows: null, draft: { author: 'Elena Soto', at: '2026-11-25T15:00:00.000Z' } },
  published: { author: 'Rodrigo Sáez', at: '2026-11-21T15:00:00.000Z' },
}
const problem = {
  file: 'exams.csv',
  line: 12,
  field: 'sites',
  message: '«NUNOA» no existe en sites.yaml',
  remedy: 'Corrige el valor o agrégalo allí',
}

function mockPart(content: unknown) {
  mockEndpoint(endpoints.part, ({ params }) => ({
    content: params?.['part'] === 'images' || params?.['part'] === 'sites' ? [] : content,
    based_on: 7,
    is_draft: false,
  }))
}

test('changes with a contradiction cannot be published, and the error says where and what to do', async () => {
  mockEndpoint(endpoints.parts, { parts: [contact] })
  mockEndpoint(endpoints.changes, { changes: [], errors: [problem] })
  await renderPage('/admin/clinica', { as: 'superAdmin' })
  expect(
    await screen.findByText(/«NUNOA» no existe en sites.yaml. Corrige el valor o agrégalo allí/),
  ).toBeVisible()
  expect(screen.getByText('exams.csv, línea 12, sites:')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Publicar cambios' })).toBeDisabled()
})

const mail = { name: 'booking.booked', title: 'Hora reservada', description: 'Al reservar una hora.' }
const rendered = { subject: 'Reserva de hora', html: '<h1>Reservaste</h1>', text: 'Reservaste una hora' }
const typeInto = (name: RegExp) => screen.findByRole('textbox', { name })

test('an unknown placeholder is an error at its field, nothing is saved, and what was typed stays', async () => {
  mockPart({})
  mockEndpoint(endpoints.mails, { mails: [mail] })
  mockEndpoint(endpoints.previewMail, rendered)
  const { user } = await renderPage('/admin/clinica/mails?fila=booking.booked', { as: 'superAdmin' })
  await user.type(await typeInto(/Texto inicial/), 'Hola {nombre}')
  expect(await screen.findByText('Corrige el texto para ver el correo')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Guardar borrador' }))
  const field = await typeInto(/Texto inicial/)
  expect(field).toHaveAccessibleDescription(/«\{nombre\}» no se reemplaza en este texto/)
  expect(field).toHaveValue('Hola {nombre}')
  expect(requestsTo(endpoints.saveDraft)).toEqual([])
})

test('a site has a list of communes by region, fields for the times of each day, and the images that are no logo', async () => {
  mockEndpoint(catalogueEndpoints.communes, {
    communes: ['Maipú', 'Providencia'].map((name, at) => ({ id: 13119 + 4 * at, name })),
  })
  const days = ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'holidays']
  const hours = Object.fromEntries(days.map((day) => [day, []]))
  const site = {
    ...{
      id: 1,
      code: 'MAIPU',
      name: 'Maipú',
      address: 'Calle 1',
      commune_id: 13119,
      phone: '+56 2 2345 6789',
    },
    ...{ directions: 'Por la puerta principal.', opening_hours: { monday: ['09:00-13:00'], ...hours } },
  }
  mockEndpoint(endpoints.part, ({ params }) => ({
    content:
      {
        sites: [site],
        images: [{ name: 'logo.svg' }, { name: 'edificio.jpg' }],
        branding: { logo: 'logo.svg' },
      }[String(params?.['part'])] ?? [],
    based_on: 7,
    is_draft: false,
  }))
  mockEndpoint(endpoints.saveDraft, { errors: [] })
  const { user } = await renderPage('/admin/clinica/sites?fila=MAIPU', { as: 'superAdmin' })
  await user.choose('Comuna', 'Providencia')
  await user.click(screen.getByRole('combobox', { name: 'Foto del edificio' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Ninguno',
    'edificio.jpg',
  ])
  await user.keyboard('{Escape}')
  const monday = within(await screen.findByRole('group', { name: 'Lunes' }))
  await user.click(monday.getByRole('button', { name: 'Agregar horario del Lunes' }))
  fireEvent.change(monday.getByLabelText('Abre (Lunes, tramo 2)'), { target: { value: '15:00' } })
  await user.click(screen.getByRole('button', { name: 'Guardar borrador' }))
  expect(await monday.findByText(/Escribe las horas como/)).toBeVisible()
  fireEvent.change(monday.getByLabelText('Cierra (Lunes, tramo 2)'), { target: { value: '00:00' } })
  await user.click(screen.getByRole('button', { name: 'Guardar borrador' }))
  await waitFor(() =>
    expect(requestsTo(endpoints.saveDraft)[0]?.body).toMatchObject({
      content: [
        { ...site, commune_id: 13123, opening_hours: { monday: ['09:00-13:00', '15:00-24:00'], ...hours } },
      ],
    }),
  )
})

test('the rows of a part and its versions are sorted and paged as the address says', async () => {
  mockPart(Array.from({ length: 12 }, (_, index) => ({ code: index + 1, name: `Especialidad ${index + 1}` })))
  const version = { id: 3, published_at: '2026-11-21T15:00:00.000Z', author: 'Elena Soto' }
  mockEndpoint(endpoints.versions, {
    versions: [{ ...version, note: null, is_current: true }],
    ...{ total: 12, page: 2, limit: 10 },
  })
  const address = '/admin/clinica/specialties'
  const { user, go, router } = await renderPage(`${address}?filas=10&page=2`, { as: 'superAdmin' })
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  await screen.findByRole('rowheader', { name: 'Especialidad 12' })
  expect(names()).toEqual(['Especialidad 11', 'Especialidad 12'])
  await user.click(screen.getByRole('button', { name: 'Nombre' }))
  await user.click(screen.getByRole('button', { name: 'Nombre' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ filas: '10', orden: '-name' }))
  expect(names().slice(0, 2)).toEqual(['Especialidad 12', 'Especialidad 11'])
  expect(screen.getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute('aria-sort', 'descending')
  await go(`${address}?ver=historial&filas=10&page=2`)
  await user.click(await screen.findByRole('button', { name: 'Publicada' }))
  await waitFor(() => expect(requestsTo(endpoints.versions)).toHaveLength(2))
  const [first, second] = requestsTo(endpoints.versions).map(({ query }) => Object.fromEntries(query))
  expect(first).toEqual({ page: '2', limit: '10' })
  expect(second).toEqual({ page: '1', limit: '10', order: 'published_at' })
  expect(router.state.location.search).toMatchObject({ ver: 'historial', orden: 'published_at' })
})
