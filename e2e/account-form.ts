/** The form with which staff open an account. */
import type { Page } from '@playwright/test'
import { chooseOption } from './steps.ts'

type NewAccount = { passport: string; firstName: string; lastName: string; email: string }

/** Fills in the open form of a new account, and sends it. */
export async function fillAccountForm(
  page: Page,
  { passport, firstName, lastName, email }: NewAccount,
): Promise<void> {
  await page.getByText('Pasaporte', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Pasaporte' }).fill(passport)
  await page.getByLabel('País que emitió el pasaporte').selectOption('Suecia')
  await page.getByLabel('Nombres').fill(firstName)
  await page.getByLabel('Primer apellido').fill(lastName)
  await page.getByLabel('Fecha de nacimiento').fill('03/04/1979')
  await chooseOption(page, 'Nacionalidad', 'Sueca')
  await chooseOption(page, 'Previsión', 'Fonasa')
  await chooseOption(page, 'Género', 'Femenino')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Teléfono').fill('987654321')
  await page.getByLabel('Dirección').fill('Los Aromos 1240')
  await chooseOption(page, 'Región', 'Metropolitana de Santiago')
  await chooseOption(page, 'Provincia', 'Santiago')
  await chooseOption(page, 'Comuna', 'Maipú')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'REGISTRAR USUARIO' }).click()
}
