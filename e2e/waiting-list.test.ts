/** A patient waits for a slot, and books the one that another patient releases. */
import { expect } from '@playwright/test'
import {
  createSchedulingClientAs,
  createSchedulingClientOfPage,
  heading,
  lucia,
  openLaboratory,
  signInAsPatient,
} from './booking-steps.ts'
import { test } from './journey.ts'

test('a patient on the waiting list is offered a released slot, and books it', async ({
  page,
  expectAccessible,
}) => {
  // Released slots are checked once a minute.
  test.setTimeout(180_000)
  await signInAsPatient(page)
  const slot = await openLaboratory(page)
  const other = await createSchedulingClientAs(page, lucia)
  const { hold_id } = await other.post('holds', { slot_id: slot.id })
  const { id_appointment } = await other.post('bookings', { hold_id, patient_id: other.id })

  // That desk is at one site only: the other site has no slots, and a notification could never be sent.
  await page.goto(`/reservas?office_id=MAIPU&specialty=362&rut_professional=${slot.rut_professional}`)
  await expect(page.getByText('No hay horas libres en los próximos dos meses')).toBeVisible()
  await expectAccessible()
  await expect(page.getByRole('button', { name: 'AVÍSAME' })).toHaveCount(0)
  const own = await createSchedulingClientOfPage(page)
  await own.post('waiting', { patient_id: own.id, specialty: '362', office_id: 'PROVIDENCIA' })
  await page.goto('/reservas')
  await expectAccessible()
  await page.getByRole('button', { name: /^Dejar de esperar Laboratorio: sangre/ }).click()
  await expect(page.getByRole('heading', { name: 'Horas que esperas' })).toHaveCount(0)

  await own.post('waiting', {
    patient_id: own.id,
    specialty: '362',
    rut_professional: slot.rut_professional,
  })
  await other.cancelBooking(id_appointment)
  await expect(async () => {
    await page.goto('/reservas')
    await expect(page.getByRole('heading', { name: 'Se liberó una hora como la que esperas' })).toBeVisible({
      timeout: 5_000,
    })
  }).toPass({ timeout: 120_000 })
  await expectAccessible()
  await page.getByRole('button', { name: 'TOMAR ESTA HORA' }).click()
  await page.getByRole('button', { name: 'CONFIRMAR HORA' }).click()
  await expect(heading(page, 'Tu hora está reservada')).toBeVisible()
})
