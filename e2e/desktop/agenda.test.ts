/** Appointments of patients that staff move and cancel. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

test('staff move the appointment of one patient and cancel that of another', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await page.goto('/admin/agenda')
  await page
    .getByRole('link', { name: /^Ver agenda de/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Semana siguiente' }).click()
  const appointments = page.getByRole('button', { name: /^\d\d:\d\d (?!Libre)/ })
  await appointments.first().click()
  const look = page.getByRole('dialog', { name: 'Hora reservada' })
  await expect(look).toBeVisible()
  await expectAccessible()
  await look.getByRole('button', { name: 'Mover a otra hora' }).click()
  const move = page.getByRole('dialog', { name: 'Mover hora' })
  await move.getByRole('button', { name: 'Siguientes' }).click()
  await expect(move.getByRole('radio').first()).toBeAttached()
  await expectAccessible()
  await move.getByRole('radio').last().check({ force: true })
  // Asked only when the modality of the slot differs from the appointment's.
  const agreement = move.getByRole('checkbox', { name: 'El paciente está de acuerdo con este cambio.' })
  if (await agreement.isVisible()) await agreement.check()
  await move.getByRole('button', { name: 'MOVER HORA' }).click()
  await expect(page.getByText(/La hora fue movida/)).toBeVisible()

  await appointments.last().click()
  await look.getByRole('button', { name: 'Cancelar hora' }).click()
  await page
    .getByRole('dialog', { name: '¿Cancelar esta hora?' })
    .getByRole('button', { name: 'Cancelar hora' })
    .click()
  await expect(page.getByText(/La hora fue cancelada/)).toBeVisible()
})
