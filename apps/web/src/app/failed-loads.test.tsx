import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import { auditEndpoints } from '@mi-portal/contract/audit'
import { breachEndpoints } from '@mi-portal/contract/breaches'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { callDueEndpoints } from '@mi-portal/contract/calls-due'
import { complaintEndpoints } from '@mi-portal/contract/complaints'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { lateResultEndpoints } from '@mi-portal/contract/exams/late-results'
import { delegationEndpoints } from '@mi-portal/contract/family/delegations'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { serviceAccountEndpoints } from '@mi-portal/contract/fhir/fhir'
import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { notificationPreferenceEndpoints } from '@mi-portal/contract/notifications/preferences'
import { numberEndpoints } from '@mi-portal/contract/numbers'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { adEndpoints } from '@mi-portal/contract/publishing/ads'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { dataRightEndpoints } from '@mi-portal/contract/service-requests/data-rights'
import { userEndpoints } from '@mi-portal/contract/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../test/fake-server.ts'
import { renderPage } from '../../test/render-portal.tsx'

test.each<['patient' | 'superAdmin' | 'visitor', string, Endpoint]>([
  ['visitor', '/terminos', legalEndpoints.current],
  ['visitor', '/identidad/clave', identityEndpoints.step],
  ['visitor', '/visor/la-llave', examEndpoints.resultsByKey],
  ['patient', '/dashboard', favouriteEndpoints.list],
  ['patient', '/dashboard/contactanos?tab=anteriores', contactEndpoints.pages],
  ['patient', '/dashboard/mi-grupo-familiar', familyMemberEndpoints.group],
  ['patient', '/dashboard/mis-examenes/compartidos', examShareEndpoints.list],
  ['patient', '/dashboard/mi-grupo-familiar?tab=requests', familyRequestEndpoints.received],
  ['patient', '/dashboard/mi-grupo-familiar/accesos', delegationEndpoints.list],
  ['patient', '/dashboard/novedades/5', notificationEndpoints.one],
  ['patient', '/dashboard/perfil?tab=mis-datos', peopleEndpoints.self],
  ['patient', '/dashboard/perfil/datos-personales', dataRightEndpoints.list],
  ['patient', '/dashboard/perfil/notificaciones', notificationPreferenceEndpoints.get],
  ['patient', '/dashboard/seguridad', accountSecurityEndpoints.signIns],
  ['patient', '/dashboard/seguridad', passkeyEndpoints.list],
  ['superAdmin', '/admin/agenda', professionalEndpoints.professionals],
  ['superAdmin', '/admin/llegadas', attendanceEndpoints.arrivals],
  ['superAdmin', '/admin/agenda-del-dia', frontDeskEndpoints.day],
  ['superAdmin', '/admin/agenda-del-dia', professionalEndpoints.places],
  ['superAdmin', '/admin/anuncios', adEndpoints.pages],
  ['superAdmin', '/admin/familia/7', userEndpoints.one],
  ['superAdmin', '/admin/numeros', numberEndpoints.all],
  ['superAdmin', '/admin/inicio', overviewEndpoints.summary],
  ['superAdmin', '/admin/inicio?ver=correos', overviewEndpoints.mails],
  ['superAdmin', '/admin/inicio?ver=encuesta', overviewEndpoints.survey],
  ['superAdmin', '/admin/inicio?ver=ingresos', overviewEndpoints.signIns],
  ['superAdmin', '/admin/puesta-en-marcha', installationEndpoints.state],
  ['superAdmin', '/admin/registro', auditEndpoints.list],
  ['superAdmin', '/admin/reclamos', complaintEndpoints.pages],
  ['superAdmin', '/admin/por-confirmar', confirmationEndpoints.list],
  ['superAdmin', '/admin/resultados-atrasados', lateResultEndpoints.list],
  ['superAdmin', '/admin/solicitudes', callDueEndpoints.list],
  ['superAdmin', '/admin/cuentas-de-servicio', serviceAccountEndpoints.list],
  ['superAdmin', '/admin/usuarios?estado=3', userEndpoints.list],
  ['superAdmin', '/admin/vulneraciones', breachEndpoints.list],
])('a %s at %s reads that it could not be loaded, and can load it again', async (who, address, endpoint) => {
  mockEndpoint(auditEndpoints.actions, { actions: [] })
  mockEndpoint(endpoint, new ApiError('unavailable'))
  const { user } = await renderPage(address, who === 'visitor' ? {} : { as: who })
  const [retry] = await screen.findAllByRole('button', { name: /reintentar/i })
  expect(screen.getAllByText(/^(Error|No pudimos)/).length).toBeGreaterThan(0)
  const { length } = requestsTo(endpoint)
  if (retry) await user.click(retry)
  await waitFor(() => expect(requestsTo(endpoint).length).toBeGreaterThan(length))
})
