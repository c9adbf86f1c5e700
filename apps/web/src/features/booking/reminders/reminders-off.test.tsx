import { reminderEndpoints } from '@mi-portal/contract/booking/reminders'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

test('the link of a reminder stops the reminders only when the button is pressed, and can be tried again', async () => {
  const { off } = reminderEndpoints
  mockEndpoint(off, new ApiError('notFound'))
  const { user } = await renderPage('/recordatorios/un-token')
  await screen.findByRole('heading', { name: 'Recordatorios de tus horas' })
  expect(requestsTo(off)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'NO RECIBIR RECORDATORIOS' }))
  expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
  mockEndpoint(off, {})
  await user.click(screen.getByRole('button', { name: 'NO RECIBIR RECORDATORIOS' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'No recibirás más recordatorios' })).toHaveFocus(),
  )
  expect(requestsTo(off)[0]?.body).toEqual({ token: 'un-token' })
})
