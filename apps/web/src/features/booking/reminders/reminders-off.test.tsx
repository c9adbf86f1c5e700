import { ApiError } from '@mi-portal/contract/api-error'
import { reminderEndpoints } from '@mi-portal/contract/booking/reminders'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, asked } from '../../../../test/answer.ts'
import { open } from '../../../../test/open.tsx'

test('the link of a reminder stops the reminders only when the button is pressed', async () => {
  answer(reminderEndpoints.off, {})
  const { user } = await open('/recordatorios/un-token')
  await screen.findByRole('heading', { name: 'Recordatorios de tus horas' })
  expect(asked(reminderEndpoints.off)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'NO RECIBIR RECORDATORIOS' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'No recibirás más recordatorios' })).toHaveFocus(),
  )
  expect(asked(reminderEndpoints.off)[0]?.body).toEqual({ token: 'un-token' })
})

test('an invalid reminder link shows an error and can be tried again', async () => {
  answer(reminderEndpoints.off, new ApiError('notFound'))
  const { user } = await open('/recordatorios/otro')
  await user.click(await screen.findByRole('button', { name: 'NO RECIBIR RECORDATORIOS' }))
  expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
  expect(screen.getByRole('button', { name: 'NO RECIBIR RECORDATORIOS' })).toBeEnabled()
})
