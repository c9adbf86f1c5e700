/** Books with another patient on the same slots, by chat, and for a time that has no slots. */
import { expect } from '@playwright/test'
import {
  createSchedulingClientAs,
  createSchedulingClientOfPage,
  formatTime,
  heading,
  lucia,
  openLaboratory,
  paula,
  slotButtons,
} from '../booking-steps.ts'
import { test } from '../journey.ts'
import { chooseOption, clinicPassword, enter, signIn } from '../steps.ts'

test('a patient books another slot when the first is taken, and waits for one where there are none', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, paula, clinicPassword)
  const slot = await openLaboratory(page)
  await test.step('a slot that another patient takes first disappears with a message', async () => {
    const wanted = page.getByRole('group').getByRole('button', { name: formatTime(slot), exact: true })
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
  await test.step('an exam of the imaging department is booked in the same tab, where going back and a reload keep the choices', async () => {
    await page.goto('/dashboard/agenda-imagenologia?paso=imagenologia')
    await chooseOption(page, 'Tipo de examen', 'Ecografía')
    await page.getByRole('button', { name: 'Tronco' }).click()
    await chooseOption(page, 'Examen', 'Ecografía abdominal')
    await page.getByRole('button', { name: 'CONTINUAR' }).click()
    await expect(heading(page, 'Elige día y hora')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('combobox', { name: 'Examen', exact: true })).toHaveValue(
      'Ecografía abdominal',
    )
    await page.goForward()
    await page.reload()
    await expect(page.getByRole('list', { name: 'Lo que elegiste' })).toContainText('Ecografía abdominal')
    await expectAccessible()
    await slotButtons(page).nth(3).click()
    await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
    await page.getByRole('button', { name: 'CONFIRMAR HORA' }).click()
    await expect(heading(page, 'Tu hora está reservada')).toBeVisible()
    expect(page.context().pages()).toHaveLength(1)
  })
  await test.step('a patient waits for a slot of the laboratory, and stops waiting', async () => {
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
  })
})

test('a patient books an appointment by chat', async ({ page, expectAccessible }) => {
  await signIn(page, { run: '15.678.234-3' }, clinicPassword)
  const help = page.getByRole('button', { name: 'Ayuda y chat' })
  const launcher = page.getByRole('button', { name: 'Agenda por chat' })
  const chat = page.getByRole('dialog', { name: 'Reserva tu hora' })
  await test.step('an appointment is booked by chat, cancelled, and booked again with the same professional', async () => {
    await page.getByRole('button', { name: 'Menú', exact: true }).click()
    await help.click()
    // Another display than that of a list item has no mark of the browser.
    await expect(page.getByRole('dialog', { name: 'Ayuda' }).locator('summary').first()).toHaveCSS(
      'display',
      'flex',
    )
    await launcher.focus()
    await page.keyboard.press('Enter')
    const choose = (name: string | RegExp) => chat.getByRole('button', { name }).first().click()
    await expect(chat.getByRole('button', { name: 'Ver más opciones' })).toBeVisible()

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
    await help.click()
    await launcher.click()
    await expect(chat.getByText('¿En qué sede quieres atenderte?')).toBeVisible()

    await choose('Cualquier sede')
    await choose('La hora más próxima')
    await expect(chat.getByRole('button', { name: 'Ver más fechas' })).toBeVisible()
    await choose(/^\S+ [\d/]{10}, \d\d:\d\d/)
    await expect(chat.getByText(/¿La confirmas\?/)).toBeVisible()
    await choose('Confirmar hora')
    await expect(chat.getByText(/Tu hora quedó reservada/)).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), choose('Agregar a mi calendario')])
    expect(file.suggestedFilename()).toMatch(/^hora-\d+\.ics$/)

    await chat.getByRole('link', { name: 'Ver mis horas' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Consultas médicas' })).toBeVisible()
    if (await chat.isVisible()) await chat.getByRole('button', { name: 'Cerrar' }).click()
    await page
      .getByRole('button', { name: /^Más acciones de la hora/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Cancelar hora' }).click()
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
})
