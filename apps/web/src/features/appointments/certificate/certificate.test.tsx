import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type VerifiedCertificate, visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { agendaPage, buildAgendaAppointment } from '../../../../test/record.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { mockRobotCheck } from '../../../../test/robot-check.ts'
import * as browser from '../../../lib/browser/browser.ts'

const saveFile = vi.fn()

beforeEach(() => {
  saveFile.mockReset()
  vi.spyOn(browser, 'saveFile').mockImplementation(saveFile)
})

const { issue, file, verify } = visitCertificateEndpoints
const past = '/dashboard/consultas-medicas/horas-pasadas'
const code = 'K7QX-2RTP-9MVD-H4CW'
const verification_url = `https://portal.example/verificar#${code}`
const url_file = '/api/medicals/appointments/certificates/5/file'

async function openPast(certificate: 'available' | 'unknown') {
  mockEndpoint(appointmentAgendaEndpoints.list, agendaPage([buildAgendaAppointment({ certificate })]))
  const { user } = await renderPage(past, { as: 'patient' })
  await user.click(
    await screen.findByRole('button', { name: /^Más acciones de la hora con la Dra. Carolina/ }),
  )
  return user
}

test('a patient gets the PDF and sees the code, without specialty and professional by default, and an error if the download fails', async () => {
  mockEndpoint(issue, {
    certificate: { id: 5, code, verification_url, issued_at: '2026-11-26T15:00:00Z', url_file },
  })
  mockEndpoint(file, new ApiError('unavailable'))
  const user = await openPast('available')
  await user.click(screen.getByRole('menuitem', { name: 'Certificado de atención' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Certificado de atención' }))
  expect(dialog.getByText(/Nunca dice el motivo ni el diagnóstico/)).toBeVisible()
  expect(dialog.getByRole('radio', { name: /^Solo la atención/ })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Obtener certificado' }))
  expect(await dialog.findByText('No ha sido posible obtener el certificado')).toBeVisible()
  expect(saveFile).not.toHaveBeenCalled()
  mockEndpoint(file, {})
  await user.click(dialog.getByRole('button', { name: 'Reintentar' }))
  const outcome = await dialog.findByText(/^Tu certificado está listo/)
  await waitFor(() => expect(outcome).toHaveFocus())
  expect(requestsTo(issue)[0]?.body).toEqual({ id_appointment: 1, shows_professional: false })
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'Certificado de atención.pdf')
})

test('an appointment of unknown attendance has no certificate, says why, and its page how to request one', async () => {
  const user = await openPast('unknown')
  const item = screen.getByRole('menuitem', { name: /^Certificado de atención/ })
  expect(item).toHaveTextContent('La asistencia aún no está registrada.')
  await user.click(item)
  expect(screen.queryByRole('dialog', { name: 'Certificado de atención' })).not.toBeInTheDocument()
  mockEndpoint(appointmentAgendaEndpoints.one, {
    appointment: buildAgendaAppointment({ certificate: 'unknown', can_confirm: false }),
    is_over: true,
  })
  await user.click(screen.getByRole('menuitem', { name: 'Ver la hora' }))
  expect(await screen.findByRole('link', { name: 'solicítalo en Mis documentos' })).toHaveAttribute(
    'href',
    '/dashboard/consultas-medicas/solicitar-documento?solicitar=true',
  )
})

const certificate: VerifiedCertificate = {
  issued_at: '2026-11-26T15:00:00Z',
  certified: {
    patient_name: 'Camila A. F. R.',
    patient_document: 'RUT **.***.678-5',
    starts_at: '2026-11-26T12:30:00Z',
    ends_at: '2026-11-26T12:50:00Z',
    modality: 'presencial',
    site_name: 'Providencia',
    site_address: 'Avenida Los Arrayanes 1480',
    doctor_name: null,
    specialty: null,
  },
}

test('a withdrawn certificate says that it is not valid, and shows nothing of its content', async () => {
  mockEndpoint(verify, { certificate: { issued_at: '2026-11-26T15:00:00Z', certified: null } })
  await renderPage(`/verificar#${code}`)
  expect(await screen.findByRole('heading', { name: 'Certificado retirado' })).toBeVisible()
  expect(screen.getByText('26/11/2026')).toBeVisible()
  expect(screen.queryByText('Paciente')).not.toBeInTheDocument()
})

test('a code that cannot be verified stays typed, and above the limit of its network the page solves a robot check', async () => {
  const solved = await mockRobotCheck()
  mockEndpoint(verify, new ApiError('unavailable'))
  const { user } = await renderPage(`/verificar#${code}`)
  expect(await screen.findByText('No ha sido posible verificar el certificado')).toBeVisible()
  expect(screen.getByLabelText('Código del certificado')).toHaveValue(code)
  mockEndpoint(verify, ({ body }) =>
    solved((body as { altcha?: string }).altcha) ? { certificate } : new ApiError('robotCheckNeeded'),
  )
  await user.click(screen.getByRole('button', { name: 'VERIFICAR' }))
  expect(await screen.findByRole('heading', { name: 'Certificado válido' })).toBeVisible()
})
