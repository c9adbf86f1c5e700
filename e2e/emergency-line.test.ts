/** The line about emergencies on the pages on which a patient books or writes to the clinic. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

const line = (page: Page) => page.getByText(/^Si es una emergencia, llama al/)

/** Expects that the line is in view, and that no button, link or field lies over it or under it. */
async function expectLine(page: Page) {
  await expect(line(page)).toBeInViewport({ ratio: 1 })
  await expect(line(page).getByRole('link', { name: '131' })).toHaveAttribute('href', 'tel:131')
  const covered = await line(page).evaluate((element: Element) => {
    const own = element.getBoundingClientRect()
    // What is behind an open dialog cannot be pressed.
    const layer = element.closest('dialog') ?? document
    return [...layer.querySelectorAll('a, button, input, select, textarea')]
      .filter((other) => !element.contains(other) && other.checkVisibility({ visibilityProperty: true }))
      .filter((other) => {
        const box = other.getBoundingClientRect()
        const isApart =
          box.right <= own.left || box.left >= own.right || box.bottom <= own.top || box.top >= own.bottom
        return box.width > 0 && box.height > 0 && !isApart
      })
      .map((other) => other.outerHTML.slice(0, 120))
  })
  expect(covered, 'nothing lies over the line').toEqual([])
}

test('each step of the booking of a consultation says whom to call in an emergency', async ({ page }) => {
  await signIn(page, { run: '13.579.246-2' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Paula/ })).toBeVisible()
  await page.goto('/dashboard/agenda')
  await expectLine(page)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.goto('/reservas')
  await expect(heading('¿Dónde quieres atenderte?')).toBeVisible()
  await expectLine(page)
  await page.getByRole('button', { name: /^Providencia/ }).click()
  await expect(heading('¿Qué necesitas reservar?')).toBeVisible()
  await expectLine(page)
  await page.getByRole('button', { name: 'Dermatología', exact: true }).click()
  await expect(heading('Elige con quién atenderte')).toBeVisible()
  await expectLine(page)
  await page.getByRole('button', { name: /^La primera hora disponible/ }).click()
  await expect(heading('Elige día y hora')).toBeVisible()
  await expectLine(page)
  await page
    .getByRole('group')
    .getByRole('button', { name: /^\d{2}:\d{2}/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
  await expect(heading('Confirma tu hora')).toBeVisible()
  await expectLine(page)
})

test('each entry of the booking of an exam or procedure, and the contact page, say whom to call in an emergency', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, { run: '13.579.246-2' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Paula/ })).toBeVisible()
  for (const path of [
    '/dashboard/agenda-imagenologia',
    '/dashboard/agenda-imagenologia?paso=imagenologia',
    '/dashboard/agenda-imagenologia?paso=laboratorio',
    '/dashboard/agenda-procedimientos',
    '/dashboard/agenda-procedimientos?sucursal=PROVIDENCIA',
    '/dashboard/contactanos',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectLine(page)
    await expectAccessible()
  }
})
