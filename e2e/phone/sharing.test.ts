import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, signIn } from '../steps.ts'

test('a patient shares an exam, its recipient opens it with the code, and the patient ends the share', async ({
  page,
  openDevice,
  expectAccessible,
}) => {
  const to = 'luis@ejemplo.cl'
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.goto('/dashboard/mis-examenes')
  await page
    .getByRole('button', { name: /^Compartir (?!todo)/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Compartir examen' })
  await dialog.getByRole('button', { name: 'Compartir' }).click()
  await expect(dialog.getByText('Digita E-mail del destinatario')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('textbox', { name: 'E-mail del destinatario' }).fill(to)
  await dialog.getByRole('radio', { name: 'Familiar' }).check()
  await dialog.getByRole('textbox', { name: /Comentario/ }).fill('Para la consulta del jueves')
  await dialog.getByRole('checkbox', { name: /Autorizo que la persona/ }).check()
  await dialog.getByRole('button', { name: 'Compartir' }).click()
  const done = page.getByRole('dialog', { name: 'El examen fue compartido con éxito' })
  await expect(done).toBeVisible()
  await expectAccessible()
  const code = /\d{3} \d{3}/.exec((await done.textContent()) ?? '')?.[0] ?? ''
  await done.getByRole('button', { name: 'Entendido' }).click()

  // The recipient reads the e-mail on another device.
  const recipient = await openDevice()
  await recipient.goto('/dev/correo')
  await recipient
    .getByRole('row', { name: new RegExp(to) })
    .getByRole('link')
    .first()
    .click()
  const link = recipient.getByText(/\/compartido\/[\w-]{40,}/).first()
  const body = (await recipient.content()) + ((await link.textContent().catch(() => '')) ?? '')
  const path = /\/compartido\/[\w-]{40,}/.exec(body)?.[0] ?? ''
  expect(body).not.toContain(code)
  await recipient.goto(path)
  await expect(recipient.getByRole('heading', { name: 'Examen compartido' })).toBeVisible()
  await expectAccessible(recipient)
  await recipient.getByRole('textbox', { name: 'Código' }).fill('000000')
  await recipient.getByRole('button', { name: 'VER EXAMEN' }).click()
  await expect(recipient.getByText('El código no es correcto')).toBeVisible()
  await recipient.getByRole('textbox', { name: 'Código' }).fill(code)
  await recipient.getByRole('button', { name: 'VER EXAMEN' }).click()
  await expect(recipient.getByText('Para la consulta del jueves')).toBeVisible()
  await expect(recipient.getByText(/resultados? dentro del rango/).first()).toBeVisible()
  await expectAccessible(recipient)
  const pdf = await recipient.getByRole('link', { name: 'Descargar PDF' }).getAttribute('href')
  const file = await recipient.request.get(pdf ?? '')
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])

  await page.goto('/dashboard/mis-examenes/compartidos')
  await expect(page.getByText('1 de 10').first()).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^Revocar .*${to}`) }).click()
  await page.getByRole('button', { name: 'Revocar enlace' }).click()
  await expect(page.getByText('Revocado').first()).toBeVisible()
  await recipient.goto(path)
  await recipient.getByRole('textbox', { name: 'Código' }).fill(code)
  await recipient.getByRole('button', { name: 'VER EXAMEN' }).click()
  await expect(recipient.getByRole('heading', { name: 'Este enlace ya no está disponible' })).toBeVisible()
})
