/** The long day of a patient: signing in, a new result, a booking from finding it to cancelling it, a child's record, signing out. */
import { expect } from '@playwright/test'
import { expectEmergencyLine, heading, slotButtons } from '../booking-steps.ts'
import { test } from '../journey.ts'
import { clinicPassword, signIn, signOut } from '../steps.ts'

const camila = { run: '12.345.678-5' }

test('a patient signs in, opens a new result, books, moves and cancels an appointment, sees her daughter’s record and signs out', async ({
  page,
  expectAccessible,
}) => {
  await test.step('a wrong password keeps the document and says so', async () => {
    await signIn(page, camila, 'Equivocada2026')
    await expect(page.getByText('Usuario o contraseña inválida')).toBeVisible()
    await page.getByRole('button', { name: 'REINTENTAR' }).click()
    await expect(page.getByRole('textbox', { name: 'RUT' })).toHaveValue('12345678-5')
    await expectAccessible()
    await page.getByLabel('Contraseña', { exact: true }).fill(clinicPassword)
    await page.keyboard.press('Enter')
    await expect(heading(page, /Bienvenida, Camila/)).toBeVisible()
    for (const name of ['Próximas horas', 'Historial de horas'])
      await expect(page.getByRole('heading', { name })).toBeVisible()
  })
  await test.step('a new result opens in one tap and is then not new any more', async () => {
    const news = page.getByRole('region', { name: 'Novedades' })
    const results = news.getByRole('link', { name: /^(Hemograma|Perfil)/ })
    const address = await results.first().getAttribute('href')
    const result = news.locator(`a[href="${address}"]`)
    await result.click()
    await expect(
      page
        .frameLocator('iframe')
        .getByText(/dentro del rango|fuera del rango/)
        .first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await page.goto('/dashboard')
    await expect(news).toBeVisible()
    await expect(result).toHaveCount(0)
  })
  await test.step('she finds a specialty, a professional and a slot, books it, moves the appointment and cancels it', async () => {
    await page.goto('/dashboard/agenda')
    await expectEmergencyLine(page)
    const needs = page.getByRole('dialog', { name: '¿Qué necesitas reservar?' })
    await expect(needs.getByText('Exámenes sin reserva:')).toBeVisible()
    await expectAccessible()
    await needs.getByRole('button', { name: 'Consulta médica' }).click()
    const clinics = page.getByRole('dialog', { name: '¿En qué clínica quieres atenderte?' })
    await expect(clinics).toBeVisible()
    await expectAccessible()
    await clinics.getByRole('link', { name: 'Providencia' }).click()

    await expect(heading(page, 'Reservar hora')).toBeVisible()
    await expectEmergencyLine(page)
    await expect(page.getByRole('button', { name: 'Camila (tú)' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: 'Providencia' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('searchbox', { name: 'Especialidad, examen o profesional' }).fill('dermatologia')
    // A list that is still being filtered moves under the pointer.
    await expect(page.getByText('1 resultado')).toBeVisible()
    await page.getByRole('button', { name: 'Dermatología', exact: true }).click()
    await expect(heading(page, 'Elige con quién atenderte')).toBeVisible()
    await expectEmergencyLine(page)
    await page.getByRole('button', { name: /^La primera hora disponible/ }).click()

    await expect(heading(page, 'Elige día y hora')).toBeVisible()
    await expectEmergencyLine(page)
    await slotButtons(page).first().click()
    // On phones the choice covers the slots until the page is scrolled to its end.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
    await expect(heading(page, 'Confirma tu hora')).toBeVisible()
    await expectEmergencyLine(page)
    await expect(page.getByRole('timer')).toHaveText(/^Te guardamos esta hora durante \d+ min \d+ s$/)
    // The choice survives a reload, and the slot is still held for the same patient.
    await page.reload()
    await expect(page.getByRole('button', { name: 'CONFIRMAR HORA' })).toBeEnabled()
    await page.getByRole('button', { name: 'CONFIRMAR HORA' }).click()
    await expect(heading(page, 'Tu hora está reservada')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Cómo (llegar y entrar|conectarte)$/ })).toBeVisible()
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
    const moved = page.locator('li', { has: page.locator(`a[href*="/hora/${booked}"]`) })
    await expect(moved).toBeVisible()
    await moved.getByRole('button', { name: /^Más acciones de la hora/ }).click()
    await page.getByRole('menuitem', { name: 'Cancelar hora' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar hora' }).click()
    await expect(page.getByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(moved).toHaveCount(0)
  })
  await test.step('the next appointments and the exams of a child are one tap away, and booking keeps the child', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Horas de Martina' }).click()
    const banner = page.getByRole('region', { name: 'Persona que estás viendo' })
    await expect(banner).toContainText('Martina')
    await page.getByRole('link', { name: 'Reservar', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Martina' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.goto('/dashboard/mis-examenes')
    const own = await page.getByRole('button', { name: /^Ver / }).first().getAttribute('aria-label')
    await banner.getByRole('button', { name: 'Martina' }).click()
    await expect(page.getByRole('button', { name: own ?? '', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Ver / }).first()).toBeVisible()
    await banner.getByRole('button', { name: 'Volver a mi perfil' }).click()
    await expect(page.getByRole('button', { name: own ?? '', exact: true })).toBeVisible()
    await expect(page.getByText('Martina Ignacia')).toHaveCount(0)
  })
  await test.step('signing out closes the record', async () => {
    await signOut(page)
    await page.goBack()
    await expect(heading(page, 'Iniciar sesión')).toBeVisible()
    await expect(page.getByText('Camila')).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await page.goto('/dashboard')
    await expect(heading(page, 'Iniciar sesión')).toBeVisible()
  })
})
