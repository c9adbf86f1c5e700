import { type Complaint, complaintEndpoints, type ListedComplaint } from '@mi-portal/contract/complaints'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const { pages, open, save, approve, return: returned } = complaintEndpoints

const listed: ListedComplaint = {
  ...{ id: 147, number: 'R-2026-0147', state: 'review' },
  ...{ patient_id: 7, patient_full_name: 'Elena Muñoz Salas' },
  ...{ site: 'Providencia', received_at: '2026-11-16T22:22:00.000Z', due_at: '2026-12-08T03:00:00.000Z' },
  sent_at: null,
}
const written_by = { id: 30, full_name: 'Francisca Rivas', at: '2026-11-23T14:40:00.000Z' }
const proposed = {
  text: 'Lamentamos lo ocurrido.',
  written_by,
  proposed_at: written_by.at,
  approved_by: null,
  files: [],
}
const complaint: Complaint = {
  ...listed,
  ...{ message: 'Perdí la hora y el viaje.', files: [], days_left: 9, requester: null, letter: proposed },
  patient: { document: '9.112.457-3', phone: null },
  acknowledgement: { at: '2026-11-16T22:22:00.000Z', state: 'sent' },
  notes: [{ id: 1, author: 'Francisca Rivas', text: 'El correo rebotó', at: '2026-11-19T14:40:00.000Z' }],
}

function openComplaint(part: Partial<Complaint> = {}) {
  mockEndpoint(open, { complaint: { ...complaint, ...part } })
  return renderPage('/admin/reclamos/147', { as: 'admin' })
}

test('the register links each complaint, says which is late, and searches without the names in the address', async () => {
  const late = { ...listed, id: 9, number: 'R-2026-0009', due_at: '2026-11-20T03:00:00.000Z' }
  mockEndpoint(pages, { complaints: [late, listed], total: 2, page: 1, limit: 20 })
  const { user, router } = await renderPage('/admin/reclamos', { as: 'admin' })
  const row = (await screen.findByRole('link', { name: 'R-2026-0009' })).closest('tr') as HTMLElement
  expect(within(row).getByText('Atrasado · Respuesta en revisión')).toBeVisible()
  expect(within(row).getByRole('link', { name: 'Elena Muñoz Salas' })).toHaveAttribute(
    'href',
    '/admin/pacientes/7',
  )
  expect(screen.getByText('07/12/2026')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Número o paciente' }), 'elena')
  await waitFor(() =>
    expect(requestsTo(pages).at(-1)?.body).toMatchObject({ filter: 'elena', state: 'open' }),
  )
  expect(router.state.location.href).not.toContain('elena')
  await user.choose('Estado', 'Atrasados')
  await waitFor(() => expect(router.state.location.search).toEqual({ estado: 'late' }))
})

test.each([
  [7, '/admin/pacientes/7'],
  [null, undefined],
])('a complaint whose record the server names as %s links its patient to %s', async (patient_id, href) => {
  await openComplaint({ patient_id })
  expect(await screen.findAllByText('Elena Muñoz Salas')).toHaveLength(2)
  const link = screen.queryByRole('link', { name: 'Elena Muñoz Salas' })
  expect(link?.getAttribute('href')).toBe(href)
})

test('a second person approves the letter as shown, or returns it with a comment', async () => {
  const { user } = await openComplaint()
  expect(await screen.findByText('Quedan 9 días hábiles')).toBeVisible()
  expect(await screen.findByText('El correo rebotó')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Devolver con comentario' }))
  mockEndpoint(returned, {})
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Devolver' }))
  expect(await dialog.findByText('Digita la nota')).toBeVisible()
  await user.type(dialog.getByRole('textbox'), 'Falta la fecha')
  await user.click(dialog.getByRole('button', { name: 'Devolver' }))
  await waitFor(() =>
    expect(requestsTo(returned)[0]?.body).toEqual({ text: 'Falta la fecha', written_at: written_by.at }),
  )
  mockEndpoint(approve, { notified: [{ channel: 'email', to: 'el•••@ejemplo.cl' }], not_notified: null })
  await user.click(await screen.findByRole('button', { name: 'Aprobar y enviar carta' }))
  expect(await screen.findByText('Avisamos por correo a el•••@ejemplo.cl.')).toBeVisible()
  expect(requestsTo(approve)[0]?.body).toEqual({ written_at: written_by.at })
})

test('the printed case file has the complaint with its files, the trail and the stored letter, and no note between staff', async () => {
  const files = [{ name: 'boleto.pdf', url: '/api/admin/requests/files/4', scan_state: 'clean' as const }]
  const { user } = await openComplaint({ files, letter: { ...proposed, proposed_at: null } })
  expect(await screen.findByText('El correo rebotó')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Imprimir expediente' })).toBeVisible()
  const text = screen.getByRole('textbox', { name: 'Texto de la carta' })
  await user.type(text, ' Otra vez')
  fireEvent(window, new Event('beforeprint'))
  expect(screen.queryByText('El correo rebotó')).toBeNull()
  expect(screen.getByText(/^Expediente del reclamo R-2026-0147 · Impreso el/)).toBeInTheDocument()
  expect(screen.getByText('Perdí la hora y el viaje.')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Archivos del reclamo' })).toHaveTextContent(/^boleto.pdf$/)
  expect(screen.getByText('segunda firma, obligatoria')).toBeVisible()
  expect(screen.getAllByText('Lamentamos lo ocurrido.').map(({ tagName }) => tagName)).toContain('P')
  fireEvent(window, new Event('afterprint'))
  expect(screen.getByText('El correo rebotó')).toBeVisible()
  expect(text).toHaveValue('Lamentamos lo ocurrido. Otra vez')
})

test('the author of a letter cannot approve it', async () => {
  await openComplaint({ letter: { ...proposed, written_by: { ...written_by, id: 20 } } })
  expect(await screen.findByText(/la aprueba y la envía otra persona/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Aprobar y enviar carta' })).not.toBeInTheDocument()
})

test('a letter is saved as a draft or for approval, and an empty one is not sent', async () => {
  const { user } = await openComplaint({ letter: null, state: 'received' })
  await user.click(await screen.findByRole('button', { name: 'Firmar y pedir aprobación' }))
  expect(await screen.findByText('Digita la carta')).toBeVisible()
  expect(requestsTo(save)).toEqual([])
  mockEndpoint(save, {})
  await user.type(screen.getByRole('textbox', { name: 'Texto de la carta' }), 'Estimada Elena:')
  await user.click(screen.getByRole('button', { name: 'Guardar borrador' }))
  await waitFor(() =>
    expect(requestsTo(save)[0]?.body).toEqual({ text: 'Estimada Elena:', written_at: null, proposes: false }),
  )
  await user.click(screen.getByRole('button', { name: 'Firmar y pedir aprobación' }))
  await waitFor(() => expect(requestsTo(save)[1]?.body).toMatchObject({ proposes: true }))
})

test('a sent letter shows both signatures and no way to change it', async () => {
  const approved_by = { id: 31, full_name: 'Marcela Pino', at: '2026-11-24T14:40:00.000Z' }
  await openComplaint({ state: 'sent', sent_at: approved_by.at, letter: { ...proposed, approved_by } })
  expect(await screen.findByText('Marcela Pino')).toBeVisible()
  expect(screen.getByText('2 de 2 firmas')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Editar' })).not.toBeInTheDocument()
})

test('a patient who complains reads number and term at once, and where the complaint stands later', async () => {
  mockEndpoint(familyMemberEndpoints.selections, {
    delegated: [],
    selections: [{ id: 7, first_name: 'Camila Andrea', last_name: 'Fuentes', is_self: true }],
  })
  mockEndpoint(contactEndpoints.send, {
    contactId: 147,
    complaint: { number: 'R-2026-0147', due_at: listed.due_at },
    notified: [{ channel: 'email', to: 'ca•••@ejemplo.cl' }],
    not_notified: null,
  })
  const { user } = await renderPage('/dashboard/contactanos', { as: 'patient' })
  await user.click(await screen.findByRole('radio', { name: 'Reclamo' }))
  await user.choose('¿Quién es el paciente?', 'Camila Andrea Fuentes (yo)')
  await user.type(screen.getByRole('textbox', { name: 'Mensaje' }), 'Perdí la hora')
  await user.click(screen.getByRole('button', { name: 'Solicitar contacto' }))
  expect(await screen.findByRole('heading', { name: 'Recibimos tu reclamo R-2026-0147' })).toBeVisible()
  expect(
    screen.getByText(/a más tardar el 07\/12\/2026 .* Te enviamos un correo a ca•••@ejemplo.cl/),
  ).toBeVisible()
  mockEndpoint(contactEndpoints.pages, {
    contactUs: [
      {
        ...{ id: 147, reason_contact: { name: 'Reclamo' }, patient_full_name: 'Camila Fuentes' },
        ...{
          application_date: listed.received_at,
          due_at: listed.due_at,
          message: 'Perdí la hora',
          files: [],
        },
        complaint: { number: 'R-2026-0147', is_in_review: true },
        ...{ state: 'pendiente', answer: null, answered_at: null, matter: 'complaints' },
        ...{ is_unread: false, is_closed: false },
      },
    ],
    ...{ total: 1, page: 1, limit: 5 },
  })
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  const trail = within(await screen.findByRole('list', { name: 'Estado del reclamo' }))
  expect(trail.getByText('1 de 2 firmas')).toBeVisible()
  expect(trail.getAllByText('(completo)')).toHaveLength(2)
  expect(trail.getByText('Respuesta en revisión').closest('li')).toHaveAttribute('aria-current', 'step')
  expect(trail.getByText('hasta el 07/12/2026')).toBeVisible()
})
