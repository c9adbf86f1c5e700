/** Books, moves and cancels an appointment, and covers what happens when another patient is faster. */
import { expect } from '@playwright/test'
import {
  createSchedulingClientAs,
  heading,
  lucia,
  openLaboratory,
  signInAsPatient,
  slotButtons,
  timeOf,
} from './booking-steps.ts'
import { test } from './journey.ts'

test('a patient finds a specialty, a professional and a slot, books it, moves the appointment and cancels it', async ({
  page,
  expectAccessible,
}) => {
  await signInAsPatient(page)
  await page.goto('/dashboard/agenda')
  const needs = page.getByRole('dialog', { name: '¿Qué necesitas reservar?' })
  await expect(needs.getByText('Exámenes sin reserva:')).toBeVisible()
  await expectAccessible()
  await needs.getByRole('button', { name: 'Consulta médica' }).click()
  const clinics = page.getByRole('dialog', { name: '¿En qué clínica quieres atenderte?' })
  await expect(clinics).toBeVisible()
  await expectAccessible()
  await clinics.getByRole('link', { name: 'Providencia' }).click()

  await expect(heading(page, '¿Qué necesitas reservar?')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Busca tu especialidad' }).fill('dermatologia')
  await expect(page.getByRole('button', { name: 'Dermatología', exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Dermatología', exact: true }).click()
  await expect(heading(page, 'Elige con quién atenderte')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: /^La primera hora disponible/ }).click()

  await expect(heading(page, 'Elige día y hora')).toBeVisible()
  await slotButtons(page).first().click()
  // On phones the choice covers the slots until the page is scrolled to its end.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectAccessible()
  await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
  await expect(heading(page, 'Confirma tu hora')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^Te guardamos esta hora durante \d+ min \d+ s$/)
  await expectAccessible()
  // The choice survives a reload, and the slot is still held for the same patient.
  await page.reload()
  await expect(page.getByRole('button', { name: 'CONFIRMAR HORA' })).toBeEnabled()
  await page.getByRole('button', { name: 'CONFIRMAR HORA' }).click()
  await expect(heading(page, 'Tu hora está reservada')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Cómo (llegar y entrar|conectarte)$/ })).toBeVisible()
  await expectAccessible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'AGREGAR A MI CALENDARIO' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^hora-\d+\.ics$/)

  // Going back does not show questions that are already answered.
  const booked = new URL(page.url()).searchParams.get('reservada')
  await page.goto(`/reservas?id_appointment=${booked}`)
  await expect(page.getByText('Estás cambiando una hora')).toBeVisible()
  await slotButtons(page).last().click()
  await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
  await page.getByRole('button', { name: 'CAMBIAR MI HORA' }).click()
  await expect(heading(page, 'Cambiaste tu hora')).toBeVisible()

  await page.getByRole('link', { name: 'VER MIS HORAS' }).click()
  await expect(heading(page, 'Consultas médicas')).toBeVisible()
  const moved = page.locator('li', { has: page.locator(`a[href$="id_appointment=${booked}"]`) })
  await expect(moved).toBeVisible()
  await expectAccessible()
  await moved.getByRole('button', { name: /^Cancelar hora/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar hora' }).click()
  await expect(page.getByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(moved).toHaveCount(0)
})

test('a slot that another patient takes first disappears with a message, and another is booked', async ({
  page,
}) => {
  await signInAsPatient(page)
  const slot = await openLaboratory(page)
  const wanted = page.getByRole('group').getByRole('button', { name: timeOf(slot), exact: true })
  await wanted.click()

  const other = await createSchedulingClientAs(page, lucia)
  await other.post('holds', { slot_id: slot.id })
  await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
  await expect(page.getByText('Esa hora ya no está disponible')).toBeVisible()
  await expect(wanted).toHaveCount(0)

  await slotButtons(page).nth(5).click()
  await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
  await page.getByRole('button', { name: 'CONFIRMAR HORA' }).click()
  await expect(heading(page, 'Tu hora está reservada')).toBeVisible()
  await expect(page.getByText('Revisa si tu orden médica pide ayuno')).toBeVisible()
})
