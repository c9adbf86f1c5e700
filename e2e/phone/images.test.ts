/** Looks at the images of an exam, which the portal asks an image archive for, as the patient and as the recipient of a share. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import {
  openDicomweb,
  type StoredStudy,
} from '../../apps/server/test/external/image-archive/dicomweb-server.ts'
import { makeImageFile } from '../../apps/server/test/external/image-archive/image-file.ts'
import { namesInZip } from '../../apps/server/test/external/image-archive/zip-names.ts'
import { drawDisc } from '../images/grey-image.ts'
import { test as base } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

const slices = 300

const study: StoredStudy = {
  uid: '1.2.840.1',
  accession: 'TC-1',
  patientId: '12.345.678-5',
  date: '20261120',
  description: 'Tomografía de tórax',
  series: [
    {
      uid: '1.2.840.1.1',
      modality: 'CT',
      description: 'Tórax',
      number: 1,
      instances: Array.from({ length: slices }, (_, index) => ({
        uid: `1.2.840.1.1.${index + 1}`,
        number: index + 1,
      })),
    },
    {
      uid: '1.2.840.1.2',
      modality: 'US',
      description: 'Corazón',
      number: 2,
      instances: [{ uid: '1.2.840.1.2.1', frames: 8 }],
    },
  ],
}

/** Returns a disc that grows with the number of the image, brighter for a wider window. */
function render({ instance, frame, search }: { instance: string; frame: number; search: URLSearchParams }) {
  const number = Number(instance.split('.').at(-1)) + frame
  const side = Number(search.get('viewport')?.split(',')[0] ?? 512)
  const grey = search.get('window')?.startsWith('-600') ? 250 : 170
  return {
    type: 'image/png',
    bytes: drawDisc(Math.min(side, 512), 0.2 + (number / (slices + 1)) * 0.7, grey),
  }
}

/** Returns the file of an instance, whose series is the identifier without its last number. */
function file(instance: string): Buffer {
  const series = instance.slice(0, instance.lastIndexOf('.'))
  return makeImageFile({ study: study.uid, series, instance, pixels: Buffer.alloc(20_000) })
}

type Archive = Awaited<ReturnType<typeof openDicomweb>>

const test = base.extend<{ archive: Archive }>({
  archive: async ({ browserName: _ }, use) => {
    const archive = await openDicomweb([study], { render, file })
    await use(archive).finally(archive.close)
  },
  portalOptions: ({ archive }, use) =>
    use({ change: 'images/fill.ts', settings: { IMAGES_URL: archive.url } }),
})

test('a patient looks through the images of an exam, downloads them, and shares them with another doctor until she withdraws the link', async ({
  page,
  context,
  archive,
  openDevice,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  await page.goto('/dashboard/mis-examenes/otros-examenes')
  await test.step('a bounded number of a series of 300 images is loaded before she scrolls', async () => {
    const loaded = () => archive.rendered().length
    await page.getByRole('link', { name: /^Imágenes de / }).click()
    const shown = page.getByRole('img', { name: /Imagen \d+ de \d+/ }).locator('img')
    await expect(shown).toHaveJSProperty('complete', true)
    // The image, two thumbnails, and 24 images around the first one.
    await expect.poll(loaded).toBe(27)
  })
  await test.step('she looks through them by button, key, wheel and window, and plays a film', async () => {
    await expect(page.getByText('Imagen para orientar, no para diagnóstico')).toBeVisible()
    const image = page.getByRole('img', { name: /Imagen \d+ de \d+/ })
    await expect(image).toHaveAccessibleName('Serie 1, Tomografía: Tórax. Imagen 150 de 300')
    await expect(image.locator('img')).toHaveJSProperty('complete', true)

    await page.getByRole('button', { name: 'Imagen siguiente' }).click()
    await expect(image).toHaveAccessibleName(/Imagen 151 de 300/)
    await page.keyboard.press('PageDown')
    await expect(image).toHaveAccessibleName(/Imagen 161 de 300/)
    await image.hover()
    await page.mouse.wheel(0, -400)
    await expect(image).toHaveAccessibleName(/Imagen 151 de 300/)
    await page.getByRole('button', { name: 'Pulmones' }).click()
    await expect
      .poll(() => archive.rendered().some(({ search }) => search.get('window') === '-600,1500,linear'))
      .toBe(true)
    await page.getByRole('button', { name: /^Serie 2: Ecografía/ }).click()
    await expect(image).toHaveAccessibleName('Serie 2, Ecografía: Corazón. Imagen 1 de 8')
    await page.getByRole('button', { name: 'Reproducir' }).click()
    await expect(image).toHaveAccessibleName(/Imagen [5-8] de 8/)
    await page.getByRole('button', { name: 'Pausar' }).click()

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Más herramientas' }).click()
    await page.getByRole('menuitem', { name: 'Descargar archivo para el médico' }).click()
    expect((await saved).suggestedFilename()).toBe('imagen-1.2.840.1.2.1.dcm')
    const zip = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar', exact: true }).click()
    await page.getByRole('button', { name: 'Descargar como JPEG' }).click()
    const images = await zip
    expect(images.suggestedFilename()).toBe('imagenes-20261120.zip')
    expect(namesInZip(readFileSync(await images.path()))).toHaveLength(slices + 8)
    await expect(page.getByText('La descarga empezó')).toBeVisible()
    const medium = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar estudio' }).click()
    const original = await medium
    expect(original.suggestedFilename()).toBe('estudio-20261120.zip')
    expect(namesInZip(readFileSync(await original.path()))).toContain('DICOMDIR')
    await page.getByRole('button', { name: 'Cerrar' }).click()
    await page.getByRole('button', { name: 'Informe' }).click()
    const report = page.getByRole('dialog', { name: 'Informe' })
    await expect(report.getByRole('link', { name: /^Abrir / }).or(report.locator('iframe'))).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
  })
  await test.step('another doctor opens report and images of the shared visit with link and code', async () => {
    const to = 'doctora@ejemplo.cl'
    await page.goto('/dashboard/mis-examenes/otros-examenes')
    await page
      .getByRole('button', { name: /^Más acciones de .* del \d/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Compartir toda la atención' }).click()
    const dialog = page.getByRole('dialog', { name: 'Compartir exámenes' })
    const choices = dialog.getByRole('group', { name: 'Exámenes que se compartirán' }).getByRole('checkbox')
    await expect(choices).toHaveCount(2)
    await choices.nth(0).uncheck()
    await choices.nth(1).uncheck()
    await dialog.getByRole('textbox', { name: 'E-mail del destinatario' }).fill(to)
    await dialog.getByRole('radio', { name: 'Familiar' }).check()
    await dialog.getByRole('checkbox', { name: /^Autorizo/ }).check()
    await dialog.getByRole('button', { name: 'Compartir' }).click()
    await expect(dialog.getByText('Elige al menos un examen')).toBeVisible()
    await expectAccessible()
    await choices.nth(0).check()
    await choices.nth(1).check()
    await dialog.getByRole('checkbox', { name: /los exámenes de esta atención que elegí/ }).check()
    await dialog.getByRole('button', { name: 'Compartir' }).click()
    const done = page.getByRole('dialog', { name: 'Los exámenes fueron compartidos con éxito' })
    await expect(done.getByRole('img', { name: /^Código QR con el enlace/ })).toBeVisible()
    await expectAccessible()
    const copied = async (button: string, said: string) => {
      await done.getByRole('button', { name: button }).click()
      await expect(done.getByRole('status')).toHaveText(said)
      return page.evaluate(() => navigator.clipboard.readText())
    }
    const code = await copied('Copiar código', 'Código copiado')
    const link = await copied('Copiar enlace', 'Enlace copiado')
    await done.getByRole('button', { name: 'Entendido' }).click()

    const recipient = await openDevice()
    await recipient.goto(new URL(link).pathname)
    await recipient.getByRole('textbox', { name: 'Código' }).fill('000000')
    await recipient.getByRole('button', { name: 'VER EXAMEN' }).click()
    await expect(recipient.getByText('El código no es correcto')).toBeVisible()
    await recipient.getByRole('textbox', { name: 'Código' }).fill(code)
    await recipient.getByRole('button', { name: 'VER EXAMEN' }).click()
    await expect(recipient.getByRole('heading', { level: 1, name: '2 exámenes compartidos' })).toBeVisible()
    await recipient.getByRole('button', { name: /^Ver las imágenes de / }).click()
    const image = recipient.getByRole('img', { name: /Imagen \d+ de \d+/ })
    await expect(image).toHaveAccessibleName('Serie 1, Tomografía: Tórax. Imagen 150 de 300')
    await expect(image.locator('img')).toHaveJSProperty('complete', true)
    await recipient.getByRole('button', { name: 'Imagen siguiente' }).click()
    await expect(image).toHaveAccessibleName(/Imagen 151 de 300/)
    await recipient.getByRole('button', { name: 'Más herramientas' }).click()
    await expect(recipient.getByRole('menuitem', { name: 'Girar a la derecha' })).toBeVisible()
    await expect(recipient.getByRole('menuitem', { name: /para el médico/ })).toHaveCount(0)
    await recipient.keyboard.press('Escape')
    await expectAccessible(recipient)

    await page.goto('/dashboard/mis-examenes/compartidos')
    await page.getByRole('button', { name: new RegExp(`^Revocar .*${to}`) }).click()
    await page.getByRole('button', { name: 'Revocar enlace' }).click()
    await expect(page.getByText('Revocado').first()).toBeVisible()
    const before = archive.rendered().length
    await recipient.getByRole('button', { name: 'Pulmones' }).click()
    await expect(recipient.getByText('Este enlace ya no está disponible')).toBeVisible()
    expect(archive.rendered()).toHaveLength(before)
    await expectAccessible(recipient)
  })
})
