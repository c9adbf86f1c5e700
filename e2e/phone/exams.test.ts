/** What a patient does with results: finds, compares, understands and downloads them, and looks at images. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { namesInZip } from '../../apps/server/test/external/image-archive/zip-names.ts'
import { pdfTexts } from '../../apps/server/test/files/pdf-text.ts'
import { test } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

test('a patient finds exams, compares two dates, and reads what the results mean', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  await page.goto('/dashboard/mis-examenes/laboratorio')
  await test.step('she finds an exam, downloads the documents of its visit, and compares two dates', async () => {
    const first = page.getByRole('list', { name: /^Exámenes / }).first()
    await expect(first.getByRole('button', { name: /^Ver / }).first()).toBeVisible()
    await expect(first.getByText(/dentro del rango|fuera del rango|crítico/i).first()).toBeVisible()

    expect((await first.getByRole('listitem').first().boundingBox())?.y).toBeLessThanOrEqual(360)
    expect(
      await page
        .getByRole('tabpanel')
        .locator(':is(a, button, input, select):not(nav *, fieldset *)')
        .count(),
    ).toBeLessThanOrEqual(15)

    const saved = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /^Descargar los \d+ exámenes de la atención/ })
      .first()
      .click()
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
    await page.getByRole('button', { name: 'Quitar búsqueda y filtros' }).click()

    await page.getByRole('button', { name: 'Más acciones de la lista' }).click()
    await page.getByRole('menuitem', { name: 'Comparar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Comparar dos fechas' })
    for (const list of ['Primer examen', 'Segundo examen']) {
      await dialog.getByRole('combobox', { name: list }).click()
      await dialog.getByRole('option').first().click()
    }
    await expect(dialog.getByRole('table')).toBeVisible()
    await expect(dialog.getByRole('columnheader', { name: 'Diferencia' })).toBeVisible()
    await expectAccessible()
    // Nothing is cut off at the side.
    expect(await dialog.evaluate((window) => window.scrollWidth <= window.clientWidth)).toBe(true)
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await expect(dialog).toBeHidden()
  })
  await test.step('she reads what a result means, prints all of it from the browser, and reads what is not shown', async () => {
    await page.goto('/dashboard/mis-examenes/laboratorio')
    await page
      .getByRole('button', { name: /^Ver Perfil bioquímico/ })
      .first()
      .click()
    const viewer = page.frameLocator('iframe')
    // The conclusion is the first thing said, and all values fit on less than two screens.
    const conclusion = viewer.getByText(/^\d+ de \d+ dentro del rango$/)
    await expect(conclusion).toBeVisible()
    expect((await conclusion.boundingBox())?.y).toBeLessThanOrEqual(150)
    await expect(viewer.getByText('Para qué sirve este examen')).toBeVisible()
    const glucose = viewer
      .getByRole('listitem')
      .filter({ has: viewer.getByRole('heading', { name: 'Glicemia' }) })
    await expect(glucose.getByRole('img', { name: /^Glicemia: .* rango de referencia/ })).toBeVisible()
    await glucose.getByRole('button', { name: /^Qué mide y cómo ha cambiado/ }).press('Enter')
    await expect(
      glucose.getByText(/^(Subió|Bajó) \d+ mg\/dL desde el \d+ de [a-z]+ de \d{4}\.$/),
    ).toBeVisible()
    await expect(glucose.getByText(/azúcar en la sangre/)).toBeVisible()
    await expectAccessible()
    // The browser's own printing, with the page around the viewer.
    const names = await viewer.getByRole('heading', { level: 3 }).allTextContents()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      const paper = (await pdfTexts(await page.pdf({ format: 'A4' }))).join(' ')
      for (const name of [...names, 'revísalo con tu médico tratante']) expect(paper).toContain(name)
      expect(paper).not.toMatch(/Compartir|Descargar|Imprimir|Tabla/)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.keyboard.press('Escape')
    await expect(page.locator('iframe')).toBeHidden()
    await page.getByText('Exámenes que no se muestran en el portal').click()
    await expect(page.getByText('Cómo obtenerlos')).toBeVisible()
    await expectAccessible()
  })
  await test.step('she looks at the images of her mammography and downloads the study', async () => {
    await page.goto('/dashboard/mis-examenes/otros-examenes')
    // The other imaging exams have no images, and offer none.
    await page.getByRole('link', { name: /^Imágenes de / }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Mamografía bilateral digital/ })).toBeVisible()
    const image = page.getByRole('img', { name: /^Serie \d/ })
    await expect(image).toHaveAccessibleName(/^Serie 1, .*Mama derecha, craneocaudal/)
    const naturalWidth = () => image.locator('img').evaluate((shown: HTMLImageElement) => shown.naturalWidth)
    await expect.poll(naturalWidth).toBe(300)

    await page.getByRole('button', { name: /^Serie 4: / }).click()
    await expect(image).toHaveAccessibleName(/^Serie 4, .*Mama izquierda, oblicua mediolateral/)
    await expect.poll(naturalWidth).toBe(300)
    await page.getByRole('button', { name: 'Acercar' }).click()

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar', exact: true }).click()
    await page.getByRole('button', { name: 'Descargar estudio' }).click()
    const study = await saved
    expect(study.suggestedFilename()).toMatch(/^estudio-\d{8}\.zip$/)
    const names = namesInZip(readFileSync(await study.path()))
    expect(names).toHaveLength(5)
    expect(names).toContain('DICOMDIR')
  })
})
