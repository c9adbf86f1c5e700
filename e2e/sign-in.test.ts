import { expect } from '@playwright/test'
import { test } from './journey.ts'

test('whoever comes to the portal finds the sign-in page, readable by everybody', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible()
  await expectAccessible()
})
