/** «Solo yo»: an adolescent keeps an exam and an appointment to herself, and her mother no longer finds them. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn, signOut } from './steps.ts'

const adolescent = { run: '23.911.457-1' }
const mother = { run: '14.987.322-8' }
const exams = '/dashboard/mis-examenes/laboratorio'
const appointments = '/dashboard/consultas-medicas'

/** Signs in and waits for the home page. */
async function enter(page: Page, who: typeof mother) {
  await signIn(page, who, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenid/ })).toBeVisible()
}

/** Presses the first button that keeps an item private, and returns its text after «vea». */
async function keepFirst(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: /^Solo yo: que nadie más vea/ }).first()
  const name = (await button.getAttribute('aria-label')) ?? ''
  await button.click()
  return name.replace('Solo yo: que nadie más vea ', '')
}

test('an adolescent keeps an exam and an appointment to herself, her mother finds neither, and sees the exam again later', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, adolescent)
  await page.goto(exams)
  const exam = await keepFirst(page)
  const dialog = page.getByRole('dialog', { name: '¿Que este examen lo veas solo tú?' })
  await expect(dialog).toContainText('La clínica lo sigue viendo')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Sí, solo yo' }).click()
  await expect(page.getByRole('button', { name: `Quitar «Solo yo» de ${exam}` })).toBeVisible()
  await expect(page.getByText('Solo yo', { exact: true }).first()).toBeVisible()
  await expectAccessible()

  await page.goto(appointments)
  const appointment = await keepFirst(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Sí, solo yo' }).click()
  const shown = page.getByRole('button', { name: `Quitar «Solo yo» de ${appointment}` })
  await expect(shown).toBeVisible()
  await expectAccessible()
  await signOut(page)

  await enter(page, mother)
  await page.goto(exams)
  const ofDaughter = page.getByRole('button', { name: 'Antonia', exact: true })
  await ofDaughter.click()
  await expect(page).toHaveURL(/patient_id=\d+/)
  const view = page.getByRole('button', { name: `Ver ${exam}` })
  await expect(page.getByRole('button', { name: /^Ver / }).first()).toBeVisible()
  await expect(view).toHaveCount(0)
  const list = page.url()
  await page.goto(appointments)
  const answered = page.waitForResponse(
    (response) => response.url().includes('/agenda?') && response.url().includes('patient_id='),
  )
  await ofDaughter.click()
  await answered
  await expect(page.getByRole('button', { name: appointment.replace('la hora ', '') })).toHaveCount(0)
  await signOut(page)

  await enter(page, adolescent)
  await page.goto(exams)
  await page.getByRole('button', { name: `Quitar «Solo yo» de ${exam}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar «Solo yo»' }).click()
  await expect(page.getByRole('button', { name: `Solo yo: que nadie más vea ${exam}` })).toBeVisible()
  await signOut(page)

  await enter(page, mother)
  await page.goto(list)
  await expect(view).toBeVisible()
})
