/** Where things stand on the pages that a patient opens most, and how many there are. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

test('the home page of a patient is short on a phone, and shows what to do first', async ({ page }) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  const news = page.getByRole('region', { name: 'Novedades' })
  await expect(news.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Tus profesionales' })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const bottom = (await news.boundingBox().then((box) => box && box.y + box.height)) ?? 0
  const controls = await page
    .locator('a, button, input, summary')
    .filter({ visible: true })
    .evaluateAll(
      (all, end) =>
        all.filter((one) => !one.closest('[data-foot-bar]') && one.getBoundingClientRect().top < end).length,
      bottom,
    )
  expect(controls).toBeLessThanOrEqual(16)
  const confirm = await page.getByRole('button', { name: /^Confirmo/ }).boundingBox()
  expect((confirm?.y ?? 844) + (confirm?.height ?? 0)).toBeLessThanOrEqual(650)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2100)
  const words = (await page.locator('main').innerText()).split(/\s+/).filter((word) => /\w/.test(word))
  expect(words.length).toBeLessThanOrEqual(109)
  await expect(page.locator('button, a').filter({ hasText: /chat|opinión/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Menú', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await expect(menu.getByRole('link', { name: /^Mis Exámenes ?\d+ por ver$/ })).toBeVisible()
})

/** Returns where the first five rows of a list begin, how high the highest is, and how many controls they and their headings have. */
function measureRows(selector: string) {
  const rows = [...document.querySelectorAll(selector)].slice(0, 5).map((row) => row.getBoundingClientRect())
  const controls = [...document.querySelectorAll('main a, main button, main input, main select')].filter(
    (one) => one.checkVisibility(),
  )
  const [first] = rows
  const last = rows.at(-1)
  // The heading of a group stands up to 60 pixels above its first row.
  const [top, bottom] = [(first?.top ?? 0) - 60, last?.bottom ?? 0]
  const places = controls.map((control) => control.getBoundingClientRect().top)
  return {
    rows: rows.length,
    first: first?.top ?? 0,
    height: Math.max(...rows.map(({ height }) => height)),
    controls: places.filter((place) => place > top && place < bottom).length,
  }
}

test('the lists of exams and appointments are near the top of a phone, and calm', async ({ page }) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  await page.goto('/dashboard/mis-examenes')
  await expect(page.getByRole('button', { name: /^Ver / }).nth(4)).toBeVisible()
  const exams = await page.evaluate(measureRows, 'main li:has([data-row])')
  expect(exams.rows).toBe(5)
  expect(exams.first).toBeLessThanOrEqual(360)
  expect(exams.controls).toBeLessThanOrEqual(14)
  await page.goto('/dashboard/consultas-medicas')
  await expect(page.getByRole('button', { name: /^Más acciones de la hora/ }).nth(4)).toBeVisible()
  const appointments = await page.evaluate(measureRows, 'main li:has([data-row])')
  expect(appointments.rows).toBe(5)
  expect(appointments.height).toBeLessThanOrEqual(200)
  expect(appointments.controls).toBeLessThanOrEqual(16)
})

test('a booking begins with the person, what is needed and the usual professionals on one screen of a phone', async ({
  page,
}) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  await page.goto('/reservas')
  // The family and the professionals load one after the other.
  const findFirst = async () => (await page.getByRole('heading', { level: 2 }).allTextContents()).slice(0, 3)
  await expect.poll(findFirst).toEqual(['¿Para quién?', '¿Qué necesitas?', 'Tus profesionales'])
  const usual = page.getByRole('heading', { name: 'Tus profesionales' })
  await expect
    .poll(() => usual.evaluate((heading) => heading.getBoundingClientRect().top))
    .toBeLessThanOrEqual(720)
})
