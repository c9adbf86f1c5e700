import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { type VerifiedCertificate, visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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

function mockPast(certificate: 'available' | 'unknown' | 'missed' | null, rest: object = {}) {
  const appointment = buildAgendaAppointment({ certificate, ...rest })
  mockEndpoint(appointmentAgendaEndpoints.list, agendaPage([appointment]))
  mockEndpoint(appointmentAgendaEndpoints.one, { appointment, is_over: true })
}

function mockCertificate() {
  mockEndpoint(issue, {
    certificate: {
      id: 5,
      code,
      verification_url: `https://portal.example/verificar#${code}`,
      issued_at: '2026-11-26T15:00:00Z',
      url_file: '/api/medicals/appointments/certificates/5/file',
    },
  })
  mockEndpoint(file, {})
}

async function openDialog() {
  const rendered = await renderPage(past, { as: 'patient' })
  await rendered.user.click(
    await screen.findByRole('button', { name: /^Certificado de atención de la hora/ }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Certificado de atención' })
  return { ...rendered, dialog: within(dialog) }
}

describe('the certificate of a past appointment', () => {
  test('a patient gets the PDF and sees the code, without specialty and professional by default', async () => {
    mockPast('available')
    mockCertificate()
    const { user, dialog } = await openDialog()
    expect(dialog.getByText(/Nunca dice el motivo ni el diagnóstico/)).toBeVisible()
    expect(dialog.getByRole('radio', { name: /^Solo la atención/ })).toBeChecked()
    await user.click(dialog.getByRole('button', { name: 'Obtener certificado' }))
    const outcome = await dialog.findByText(
      'Tu certificado está listo y se guardó como PDF en tu dispositivo.',
    )
    await waitFor(() => expect(outcome).toHaveFocus())
    expect(dialog.getByText(code)).toBeVisible()
    expect(dialog.getByRole('link', { name: 'la página de verificación' })).toHaveAttribute(
      'href',
      `https://portal.example/verificar#${code}`,
    )
    expect(requestsTo(issue)[0]?.body).toEqual({ id_appointment: 1, shows_professional: false })
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'Certificado de atención.pdf')
  })

  test('a PDF that cannot be downloaded is an error, although the certificate was issued', async () => {
    mockPast('available')
    mockCertificate()
    mockEndpoint(file, new ApiError('unavailable'))
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Obtener certificado' }))
    expect(await dialog.findByText('No ha sido posible obtener el certificado')).toBeVisible()
    expect(saveFile).not.toHaveBeenCalled()
  })

  test('an appointment of unknown attendance says how to request a certificate and offers none', async () => {
    mockPast('unknown')
    await renderPage(past, { as: 'patient' })
    expect(await screen.findByText(/La asistencia aún no está registrada/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'solicítalo en Mis documentos' })).toHaveAttribute(
      'href',
      '/dashboard/consultas-medicas/solicitar-documento?solicitar=true',
    )
    expect(screen.queryByRole('button', { name: /^Certificado/ })).not.toBeInTheDocument()
  })

  test('a group owner who gets no certificate sees neither a button nor a way to request one', async () => {
    mockPast(null)
    await renderPage(past, { as: 'patient' })
    await screen.findByRole('heading', { name: 'Dra. Carolina Muñoz Vidal' })
    expect(screen.queryByText(/ertificado/)).not.toBeInTheDocument()
  })
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

describe('the public page that verifies a certificate', () => {
  test('a typed code shows what the certificate says, and the focus moves to the outcome', async () => {
    mockEndpoint(verify, { certificate })
    const { user } = await renderPage('/verificar')
    await user.type(await screen.findByLabelText('Código del certificado'), 'k7qx 2rtp 9mvd h4cw')
    await user.click(screen.getByRole('button', { name: 'VERIFICAR' }))
    const heading = await screen.findByRole('heading', { name: 'Certificado válido' })
    await waitFor(() => expect(heading).toHaveFocus())
    for (const text of [
      'Camila A. F. R.',
      'RUT **.***.678-5',
      'jueves 26 de noviembre de 2026',
      '09:30 h a 09:50 h',
      'Providencia, Avenida Los Arrayanes 1480',
      code,
    ])
      expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByText('Especialidad')).not.toBeInTheDocument()
    expect(requestsTo(verify)[0]?.body).toEqual({ code: 'K7QX2RTP9MVDH4CW' })
  })

  test('a withdrawn certificate says that it is not valid, and shows nothing of its content', async () => {
    mockEndpoint(verify, { certificate: { issued_at: '2026-11-26T15:00:00Z', certified: null } })
    await renderPage(`/verificar#${code}`)
    expect(await screen.findByRole('heading', { name: 'Certificado retirado' })).toBeVisible()
    expect(screen.getByText(/Ya no es válido/)).toBeVisible()
    expect(screen.getByText('26/11/2026')).toBeVisible()
    expect(screen.queryByText('Paciente')).not.toBeInTheDocument()
  })

  test('an incomplete code is rejected at its field, without a request', async () => {
    const { user } = await renderPage('/verificar')
    await user.type(await screen.findByLabelText('Código del certificado'), 'K7QX')
    await user.click(screen.getByRole('button', { name: 'VERIFICAR' }))
    expect(await screen.findByText('Ingresa los 16 caracteres del código')).toBeVisible()
    expect(requestsTo(verify)).toEqual([])
  })

  test('above the limit of its network the page solves a robot check and sends the code again', async () => {
    const solved = await mockRobotCheck()
    mockEndpoint(verify, ({ body }) =>
      solved((body as { altcha?: string }).altcha) ? { certificate } : new ApiError('robotCheckNeeded'),
    )
    await renderPage(`/verificar#${code}`)
    expect(await screen.findByRole('heading', { name: 'Certificado válido' })).toBeVisible()
  })

  test('a code that cannot be verified for lack of a server stays typed and can be tried again', async () => {
    mockEndpoint(verify, new ApiError('unavailable'))
    const { user } = await renderPage(`/verificar#${code}`)
    expect(await screen.findByText('No ha sido posible verificar el certificado')).toBeVisible()
    expect(screen.getByLabelText('Código del certificado')).toHaveValue(code)
    mockEndpoint(verify, { certificate })
    await user.click(screen.getByRole('button', { name: 'VERIFICAR' }))
    expect(await screen.findByRole('heading', { name: 'Certificado válido' })).toBeVisible()
  })
})
