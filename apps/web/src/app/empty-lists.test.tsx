import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../test/render-portal.tsx'

// The server's default replies are empty lists.
test.each([
  ['patient', '/dashboard', 'Aún no tienes próximas horas médicas reservadas'],
  ['patient', '/dashboard', 'Aún no tienes horas médicas pasadas en este historial'],
  ['patient', '/dashboard/mi-grupo-familiar', 'Aún no tienes integrantes en tu grupo familiar'],
  ['patient', '/dashboard/mis-examenes', 'Aún no tienes exámenes en este historial'],
  ['patient', '/dashboard/mis-examenes/compartidos', 'Aún no has compartido exámenes'],
  ['patient', '/dashboard/perfil/datos-personales', 'Aún no has hecho solicitudes sobre tus datos.'],
  [
    'patient',
    '/dashboard/solicitud-presupuestos?tab=solicitados',
    'No tienes presupuestos solicitados en este historial',
  ],
  ['admin', '/admin/agenda', 'Todavía no hay profesionales'],
  ['admin', '/admin/llegadas', 'Ese día no hay horas reservadas'],
  ['admin', '/admin/agenda-del-dia', 'Ese día no atiende nadie en esta sede'],
  ['admin', '/admin/inicio?ver=correos', /^Todos los correos de los últimos 7 días se enviaron/],
  ['admin', '/admin/inicio?ver=ingresos', 'Ningún ingreso fue rechazado en los últimos 7 días'],
  ['admin', '/admin/inicio?ver=encuesta', 'Todavía no hay respuestas de la encuesta'],
  ['admin', '/admin/numeros', 'Nada que contar en este período'],
  ['admin', '/admin/por-confirmar', 'No hay cambios por confirmar'],
  ['admin', '/admin/reclamos', 'No hay reclamos en este estado'],
  ['admin', '/admin/solicitudes', 'No hay solicitudes por responder'],
] as const)('%s at %s read that a list is empty', async (as, address, words) => {
  await renderPage(address, { as })
  expect(await screen.findByText(words)).toBeVisible()
})
