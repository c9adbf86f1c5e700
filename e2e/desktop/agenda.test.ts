/** Appointments of patients that staff move and cancel. */
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

/** Finds two upcoming appointments of patients with an account, with the day of each. */
async function findUpcomingAppointments(page: Page): Promise<{ id: number; day: string; name: string }[]> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('currentUser') ?? '{}')
    const ask = async (path: string) =>
      (await fetch(`/api/admin/agenda/${path}`, { headers: { 'x-token': token } })).json()
    const withAccount = new Set<string>()
    for (const page of [1, 2]) {
      const response = await fetch('/api/patients/pages', {
        method: 'POST',
        headers: { 'x-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ filter: 'ejemplo', page, limit: 100, status: 1 }),
      })
      const { patients }: { patients: { first_name: string; last_name: string; second_name: string }[] } =
        await response.json()
      for (const { first_name, last_name, second_name } of patients)
        withAccount.add([first_name, last_name, second_name].filter(Boolean).join(' '))
    }
    const found: { id: number; day: string; name: string }[] = []
    const { professionals } = await ask('professionals?limit=100')
    for (const { id } of professionals)
      for (const ahead of [7, 14]) {
        const from = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
        const { hours: appointments } = await ask(`professionals/${id}/week?from=${from}`)
        for (const { patient_full_name, starts_at } of appointments)
          if (withAccount.has(patient_full_name))
            found.push({ id, day: starts_at.slice(0, 10), name: patient_full_name })
        if (found.length >= 2) return found
      }
    return found
  })
}

test('staff move and cancel appointments of patients, who get an e-mail', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await test.step('staff move one patient’s appointment and cancel another’s, and both get an e-mail', async () => {
    const appointments = await findUpcomingAppointments(page)
    const [moved, cancelled] = appointments
    if (!moved || !cancelled) throw new Error('no appointment is upcoming')

    await page.goto(`/admin/agenda?profesional=${moved.id}&desde=${moved.day}`)
    await page
      .getByRole('button', { name: new RegExp(moved.name) })
      .first()
      .click()
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

    await page.goto(`/admin/agenda?profesional=${cancelled.id}&desde=${cancelled.day}`)
    await page
      .getByRole('button', { name: new RegExp(cancelled.name) })
      .first()
      .click()
    await look.getByRole('button', { name: 'Cancelar hora' }).click()
    await page
      .getByRole('dialog', { name: '¿Cancelar esta hora?' })
      .getByRole('button', { name: 'Cancelar hora' })
      .click()
    await expect(page.getByText(/La hora fue cancelada/)).toBeVisible()

    for (const [subject, text] of [
      ['Cambio de hora', /Tuvimos que cambiar (tu|la) hora/],
      ['Cancelación de hora', /Tuvimos que cancelar (tu|la) hora/],
    ] as const) {
      await page.goto('/dev/correo')
      await page.getByRole('link', { name: subject }).first().click()
      await expect(page.locator('pre')).toContainText(text)
    }
  })
})
