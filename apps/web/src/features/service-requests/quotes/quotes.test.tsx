import { ApiError } from '@mi-portal/contract/calls/api-error'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { type PageUser, renderPage } from '../../../../test/render-portal.tsx'

const page = '/dashboard/solicitud-presupuestos'
const { requestFor } = quoteEndpoints

const send = (user: PageUser) => user.click(screen.getByRole('button', { name: 'Solicitar presupuesto' }))
const errors = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('a quote request is sent with the medical order, shows the server’s error at its field, and offers back everything until then', async () => {
  const fieldErrors = [{ param: 'c_prevision', msg: 'Selecciona Previsión' }]
  mockEndpoint(requestFor, new ApiError('invalid', { fieldErrors }))
  const opened = await renderPage(page, { as: 'patient' })
  const { user, path } = opened
  await send(user)
  expect(errors()).toContain('Selecciona Previsión')
  await user.choose('Tipo de intervención', 'Exámenes y procedimientos')
  await user.choose('Previsión', 'Fonasa')
  user.fill(screen.getByRole('textbox', { name: /Fecha estimada de ingreso/ }), '20/12/2026')
  const order = new File(['%PDF-1.7'], 'orden.pdf', { type: 'application/pdf' })
  await user.upload(screen.getByLabelText('Orden médica', { selector: 'input' }), order)
  expect(isReloadConfirmed()).toBe(true)
  await leaveAndReturn(opened)
  await restoreDraft(user)
  expect(await screen.findByText('orden.pdf')).toBeVisible()
  await send(user)
  await screen.findByRole('heading', { name: 'No ha sido posible guardar solicitud de presupuestos' })
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(errors()).toEqual(['Selecciona Previsión'])
  mockEndpoint(requestFor, { budgetRequestId: 3 })
  await send(user)
  await screen.findByRole('heading', { name: '¡Tu solicitud ha sido recibida con éxito!' })
  const [sent] = requestsTo(requestFor)
  expect(sent?.params).toEqual({ patient_id: '7' })
  const fields = Object.fromEntries(sent?.body as FormData)
  expect(fields).toMatchObject({ fecha_estimada: '2026-12-20', c_prevision: '5', autoriza_contacto: 'Si' })
  expect((fields.file as File).name).toBe('orden.pdf')
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(path()).toBe(`${page}?tab=solicitados`)
  await opened.go(page)
  await screen.findByRole('combobox', { name: 'Tipo de intervención' })
  expectNoDraft()
})
