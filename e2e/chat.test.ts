import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

const chatOf = (page: Page) => page.getByRole('dialog', { name: 'Reserva tu hora' })

test('an appointment is booked by chat, cancelled, and booked again with the same professional', async ({
  page,
  expectAccessible,
}) => {
  const run = '15.678.234-3'
  await signIn(page, { run }, clinicPassword)
  const launcher = page.getByRole('button', { name: 'Agenda por chat' })
  await launcher.focus()
  await page.keyboard.press('Enter')
  const chat = chatOf(page)
  const choose = (name: string | RegExp) => chat.getByRole('button', { name }).first().click()
  await expect(chat.getByRole('button', { name: 'Ver más opciones' })).toBeVisible()
  await expectAccessible()

  // Typed text works as well as the suggested replies.
  const field = chat.getByRole('textbox', { name: 'Escribe tu mensaje' })
  await field.fill('no sé')
  await field.press('Enter')
  await expect(chat.getByText('No te entendí, elige una opción')).toBeVisible()
  await field.fill('cardiologia adulto')
  await field.press('Enter')
  await expect(chat.getByText('¿En qué sede quieres atenderte?')).toBeVisible()

  // Closed and opened again, the chat is where it was left.
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()
  await expect(launcher).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chat.getByText('¿En qué sede quieres atenderte?')).toBeVisible()

  await choose('Cualquier sede')
  await choose('La hora más próxima')
  await expect(chat.getByRole('button', { name: 'Ver más fechas' })).toBeVisible()
  await expectAccessible()
  await choose(/^\S+ [\d/]{10}, \d\d:\d\d/)
  await expect(chat.getByText(/¿La confirmas\?/)).toBeVisible()
  await choose('Confirmar hora')
  await expect(chat.getByText(/Tu hora quedó reservada/)).toBeVisible()
  await expectAccessible()
  const [file] = await Promise.all([page.waitForEvent('download'), choose('Agregar a mi calendario')])
  expect(file.suggestedFilename()).toMatch(/^hora-\d+\.ics$/)

  await chat.getByRole('link', { name: 'Ver mis horas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Consultas médicas' })).toBeVisible()
  if (await chat.isVisible()) await chat.getByRole('button', { name: 'Cerrar' }).click()
  await page
    .getByRole('button', { name: /^Cancelar hora con/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar hora' }).click()
  await page.getByRole('button', { name: 'Reservar nuevamente' }).click()
  await expect(chat.getByText(/Cancelaste tu hora con/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await choose('Sí, otra fecha')
  await expect(chat.getByText(/Estas son sus próximas horas/)).toBeVisible()
  await expectAccessible()
  await choose(/^\S+ [\d/]{10}, \d\d:\d\d/)
  await choose('Confirmar hora')
  await expect(chat.getByText(/Tu hora quedó reservada/)).toBeVisible()

  // The conversation is not stored.
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toMatch(/cardio|Cancelaste|reservada/i)
})

test('beside the laboratory results, the chat books one of its exams', async ({ page, expectAccessible }) => {
  await signIn(page, { run: '15.678.234-3' }, clinicPassword)
  await expect(page.getByRole('button', { name: 'Agenda por chat' })).toBeVisible()
  await page.goto('/dashboard/mis-examenes/laboratorio')
  await page.getByRole('button', { name: 'Agenda por chat' }).click()
  const chat = chatOf(page)
  await expect(chat.getByText('¿Qué examen necesitas?')).toBeVisible()
  const exams = chat.getByRole('region', { name: 'Respuestas' }).getByRole('button')
  await expect(exams).toHaveCount(3)
  await expectAccessible()
  await exams.first().click()
  await expect(chat.getByText(/Estas son las próximas horas de .+ en Providencia/)).toBeVisible()
  await chat.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByRole('button', { name: 'Agenda por chat' })).toBeFocused()
})
