/** The telephone of the front desk, by keyboard alone. Key presses are counted besides typing. */
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

/** Presses keys and counts them; what is typed as text does not count. */
function countKeys(page: Page) {
  let pressed = 0
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        pressed += 1
        await page.keyboard.press(key)
      }
    },
    type: (text: string) => page.keyboard.type(text),
    count: () => pressed,
  }
}

const reserve = (page: Page) => page.getByRole('button', { name: 'RESERVAR' })
const firstHour = (page: Page) => page.getByRole('group').getByRole('button').first()

test('the front desk books the next free hour for a caller, known or not, by keyboard and in at most twelve key presses', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, { run: '22.222.222-2' }, clinicPassword, '/admin')
  await expect(page.getByRole('combobox', { name: 'Buscar paciente' })).toBeVisible()

  await test.step('a known patient is found by phone and given the next hour with a professional', async () => {
    const keys = countKeys(page)
    await keys.press('/')
    await keys.type('paula leiva')
    await expect(page.getByRole('option', { name: 'Paula Inés Leiva Castro' })).toBeVisible()
    await keys.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Paula Inés Leiva Castro' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Especialidad, examen o profesional' })).toBeEnabled()
    await expectAccessible()
    await keys.press('r')
    await keys.type('paulina toro')
    await keys.press('Enter')
    await expect(firstHour(page)).toBeFocused()
    await keys.press('Enter')
    await expect(reserve(page)).toBeFocused()
    await expectAccessible()
    await keys.press('Enter')
    await expect(page.getByText(/^Hora reservada:/)).toBeVisible()
    await expect(page.locator('li:focus')).toContainText('Dra. Paulina Toro')
    expect(keys.count()).toBeLessThanOrEqual(12)
  })

  await test.step('a caller whom nobody knows gets a record and an hour in one dialog', async () => {
    const keys = countKeys(page)
    await keys.press('/')
    await keys.type('16.482.915-4')
    await expect(page.getByRole('option', { name: 'Crear ficha' })).toBeVisible()
    await keys.press('Enter')
    const form = page.getByRole('dialog', { name: 'Crear ficha' })
    await expect(form.getByRole('textbox', { name: 'RUT' })).toHaveValue('16482915-4')
    await expectAccessible()
    await expect(form.getByLabel('Nombres')).toBeFocused()
    await keys.type('Inés')
    await keys.press('Tab')
    await keys.type('Rojas')
    await keys.press('Tab', 'Tab')
    await keys.type('02/01/1990')
    await keys.press('Tab')
    if (!(await form.getByLabel('Teléfono').evaluate((field) => field === document.activeElement)))
      await keys.press('Tab')
    await keys.type('955550199')
    await keys.press('Enter')
    const created = page.getByRole('dialog', { name: 'Ficha creada: Inés Rojas' })
    const field = created.getByRole('combobox', { name: 'Especialidad, examen o profesional' })
    await expect(field).toBeFocused()
    await keys.type('paulina toro')
    await keys.press('Enter')
    await expect(firstHour(page)).toBeFocused()
    await keys.press('Enter')
    await expect(reserve(page)).toBeFocused()
    await keys.press('Enter')
    await expect(created.getByText(/^Hora reservada:/)).toBeVisible()
    await expect(created.getByText(/llama al/)).toBeVisible()
    expect(keys.count()).toBeLessThanOrEqual(12)
    await created.getByRole('button', { name: 'Ver su ficha' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Inés Rojas' })).toBeVisible()
  })

  await test.step('the page fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByText('Sin cuenta')).toBeVisible()
    await expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
