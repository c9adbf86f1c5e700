import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

const patient = { run: '12.345.678-5' }

async function openExams(page: Page): Promise<void> {
  await signIn(page, patient, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.goto('/dashboard/mis-examenes/laboratorio')
}

test('a patient finds an exam, downloads the documents of its visit, and compares two dates', async ({
  page,
  expectAccessible,
}) => {
  await openExams(page)
  const first = page.getByRole('region', { name: /^\d{2}\/\d{2}\/\d{4} · / }).first()
  await expect(first.getByRole('button', { name: /^PDF de / }).first()).toBeVisible()
  await expectAccessible()

  const saved = page.waitForEvent('download')
  await first.getByRole('button', { name: /^Descargar todo lo de la atención/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^examenes-[\w-]+\.zip$/)

  await page.getByRole('searchbox', { name: /Busca un examen/ }).fill('GLICEMIA')
  const answered = page.waitForResponse((response) => response.url().includes('q=GLICEMIA'))
  await page.keyboard.press('Enter')
  await answered
  await expect(first).toBeVisible()
  expect(page.url()).not.toContain('GLICEMIA')
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('GLICEMIA')
  await page.getByRole('searchbox').fill('no existe este examen')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No encontramos exámenes con esta búsqueda')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Quitar búsqueda y filtros' }).click()

  await page.getByRole('button', { name: 'Comparar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Comparar dos fechas' })
  await dialog.getByRole('combobox', { name: 'Primer examen' }).selectOption({ index: 1 })
  const second = dialog.getByRole('combobox', { name: 'Segundo examen' })
  await expect(second).toBeEnabled()
  await second.selectOption({ index: 1 })
  await expect(dialog.getByRole('table')).toBeVisible()
  await expect(dialog.getByRole('columnheader', { name: 'Diferencia' })).toBeVisible()
  await expectAccessible()
  // Nothing is cut off at the side.
  expect(await dialog.evaluate((window) => window.scrollWidth <= window.clientWidth)).toBe(true)
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(dialog).toBeHidden()
})

test('a patient reads what a result means: its zones, its change, what the test is for, and what is not shown', async ({
  page,
  expectAccessible,
}) => {
  await openExams(page)
  await page
    .getByRole('button', { name: /^Ver Perfil bioquímico/ })
    .first()
    .click()
  const viewer = page.frameLocator('iframe')
  // The viewer is a page of its own, which takes long to load on a busy machine.
  await expect(viewer.getByRole('heading', { name: 'Para qué sirve este examen' })).toBeVisible({
    timeout: 30_000,
  })
  const glucose = viewer
    .getByRole('listitem')
    .filter({ has: viewer.getByRole('heading', { name: 'Glicemia' }) })
  const line = glucose.getByRole('img', { name: /^Glicemia: .* rango de referencia/ })
  for (const words of ['Bajo', 'En rango', 'Alto'])
    await expect(line.getByText(words, { exact: true })).toBeVisible()
  await expect(glucose.getByText(/^(Subió|Bajó) \d+ mg\/dL desde el \d+ de [a-z]+ de \d{4}\.$/)).toBeVisible()
  // The row unfolds with a press anywhere, and the purpose opens by itself.
  await glucose.getByText('Para qué sirve').click()
  await expect(glucose.getByText(/azúcar en la sangre/)).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(page.locator('iframe')).toBeHidden()
  await page.getByText('Exámenes que no se muestran en el portal').click()
  await expect(page.getByText('Cómo obtenerlos')).toBeVisible()
  await expectAccessible()
})

test('a patient reads the report of an image as text, with its headings, before the signed PDF', async ({
  page,
  expectAccessible,
}) => {
  await openExams(page)
  await page.goto('/dashboard/mis-examenes/otros-examenes')
  await page.getByRole('button', { name: /^Ver / }).first().click()
  const viewer = page.frameLocator('iframe')
  await expect(viewer.getByRole('heading', { level: 2, name: 'Informe' })).toBeVisible()
  for (const name of ['Técnica', 'Hallazgos', 'Impresión'])
    await expect(viewer.getByRole('heading', { level: 3, name })).toBeVisible()
  await expect(viewer.getByText(/^Informado por /)).toBeVisible()
  await expect(viewer.getByText(/El documento firmado es el PDF/)).toBeVisible()
  await expectAccessible()
  const saved = page.waitForEvent('download')
  await viewer.getByRole('link', { name: 'Descargar PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  const isCut = await viewer.locator('main').evaluate((main) => main.scrollWidth > main.clientWidth)
  expect(isCut).toBe(false)
})

test('a held result and an awaited one say when they are visible, and fit the screen', async ({
  page,
  expectAccessible,
}) => {
  // The demonstration holds no results, so the answers of the server are changed on their way. The server's own rules have tests of
  // their own.
  await page.route(/\/api\/exams\/procedures\?/, async (route) => {
    const answer = await route.fetch()
    const list: { laboratories: object[] } = await answer.json()
    const [first, ...others] = list.laboratories
    const hold = { cause: 'release', until: '2027-01-03' }
    const held = { ...first, hold, has_document: false, has_images: false, is_new: false }
    await route.fulfill({ response: answer, json: { ...list, laboratories: [held, ...others] } })
  })
  await page.route(/\/api\/exams\/awaited$/, (route) =>
    route.fulfill({
      json: {
        awaited: [
          {
            ...{ id_appointment: 1, patient_id: 1, name: 'Radiografía de tórax', date: '24/11/2026' },
            ...{ expected_on: '2026-11-25', is_late: true },
          },
          {
            ...{
              id_appointment: 2,
              patient_id: 1,
              name: 'Holter de arritmias de 24 horas',
              date: '25/11/2026',
            },
            ...{ expected_on: '2026-12-02', is_late: false },
          },
        ],
      },
    }),
  )
  await openExams(page)
  await expect(page.getByText(/^Tu médico te lo mostrará en tu control/)).toBeVisible()
  const awaited = page.getByRole('region', { name: '¿Cuándo estará?' })
  await expect(awaited.getByText(/a más tardar el miércoles 2 de diciembre/)).toBeVisible()
  await expect(awaited.getByRole('link', { name: 'Preguntar por un resultado' })).toBeVisible()
  await expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test('a patient shares all exams of a visit with one link and sees the code to copy', async ({
  page,
  expectAccessible,
}) => {
  await openExams(page)
  await page
    .getByRole('button', { name: /^Compartir todo lo de la atención/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Compartir exámenes' })
  await expect(dialog.getByRole('group', { name: 'Exámenes que se compartirán' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'E-mail del destinatario' }).fill(`ana.${Date.now()}@ejemplo.cl`)
  await dialog.getByRole('radio', { name: 'Familiar' }).check()
  await dialog.getByRole('checkbox', { name: /los exámenes de esta atención que elegí/ }).check()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Compartir' }).click()
  const done = page.getByRole('dialog', { name: 'Los exámenes fueron compartidos con éxito' })
  await expect(done.getByRole('button', { name: 'Copiar código' })).toBeVisible()
  await expectAccessible()
})

test('each page has the help of its screen, with a search over all screens and the phone for emergencies', async ({
  page,
  expectAccessible,
}) => {
  await openExams(page)
  await page.getByRole('button', { name: 'Ayuda' }).click()
  const help = page.getByRole('dialog', { name: 'Ayuda' })
  await help.getByText('¿Puedo comparar dos exámenes?').click()
  await expect(help.getByText(/elige «Comparar»/)).toBeVisible()
  await expectAccessible()
  await help.getByRole('searchbox', { name: 'Busca en la ayuda' }).fill('anulo')
  await page.keyboard.press('Enter')
  await expect(help.getByText('¿Cómo anulo una hora?')).toBeVisible()
  await help.getByRole('button', { name: 'Cerrar' }).click()
  await page.goto('/dashboard/contactanos')
  await expect(page.getByText(/Si es una emergencia, llama al/).getByRole('link')).toHaveAttribute(
    'href',
    'tel:131',
  )
  await expectAccessible()
})
