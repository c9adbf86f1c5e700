import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import {
  chooseOption,
  clinicPassword,
  createAccount,
  fillDocument,
  readEmail,
  signIn,
  signOut,
} from './steps.ts'

const password = 'Bosque2026'

/** Opens two accounts that only this journey uses. */
async function createTwoAccounts(page: Page, letter: string) {
  // A second attempt of a journey opens other accounts.
  const number = 1 + test.info().retry
  const groupOwner = {
    passport: `${letter}LIDER${number}`,
    firstName: 'Rosa',
    email: `rosa.${letter}${number}@ejemplo.cl`.toLowerCase(),
  }
  const member = {
    passport: `${letter}MIEMBRO${number}`,
    firstName: 'Elisa',
    email: `elisa.${letter}${number}@ejemplo.cl`.toLowerCase(),
  }
  await createAccount(page, { ...groupOwner, password })
  await createAccount(page, { ...member, password })
  return { groupOwner, member }
}

test('a patient reviews a request, accepts it, and leaves the group again', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida/ })).toBeVisible()
  await page.goto('/dashboard/mi-grupo-familiar')
  const jorge = page.getByRole('listitem', { name: 'Jorge Luis Rojas Tapia' })
  await expect(jorge.getByText('No puedes ver su historial: es mayor de edad.')).toBeVisible()
  await expectAccessible()

  await page.getByRole('tab', { name: /^Mis solicitudes/ }).click()
  await page.getByRole('button', { name: 'Revisar la solicitud de Diego Esteban Soto Muñoz' }).click()
  await expect(page.getByRole('button', { name: 'ACEPTAR' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'ACEPTAR' }).click()
  await expect(page.getByRole('heading', { name: 'Solicitud aceptada' })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Revisar/ })).toHaveCount(0)
  await expectAccessible()

  await page.getByRole('tab', { name: 'Mi grupo familiar' }).click()
  await page.getByRole('button', { name: 'Salir del grupo de Diego Esteban Soto Muñoz' }).click()
  await page.getByRole('button', { name: 'SALIR DEL GRUPO', exact: true }).click()
  await expect(page.getByText('Grupo de Diego Esteban Soto Muñoz')).toHaveCount(0)

  await page
    .getByRole('listitem', { name: /^Martina/ })
    .getByRole('link', { name: /^Exámenes/ })
    .click()
  await expect(page.getByRole('region', { name: 'Persona que estás viendo' })).toContainText('Martina')
})

test('an adult is invited, and accepts on the page of the e-mail', async ({ page, expectAccessible }) => {
  test.slow()
  const { groupOwner, member } = await createTwoAccounts(page, 'F')
  await signIn(page, groupOwner, password)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida/ })).toBeVisible()
  await page.goto('/dashboard/mi-grupo-familiar')
  await expect(page.getByText('Aún no tienes integrantes en tu grupo familiar')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'AGREGAR INTEGRANTE' }).first().click()
  await expect(page.getByRole('button', { name: 'CONTINUAR' })).toBeDisabled()
  await expectAccessible()
  await fillDocument(page, member)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Verifica los datos' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Tipo de relación' })).toBeInViewport()
  // Before the person has agreed, the e-mail address is masked.
  await expect(page.getByText(/•@/)).toBeVisible()
  await expect(page.getByText(member.email)).toHaveCount(0)
  await expectAccessible()
  await chooseOption(page, 'Tipo de relación', 'Hermano/a')
  await page.getByRole('button', { name: 'ENVIAR SOLICITUD' }).click()
  await expect(page.getByRole('heading', { name: '¡La solicitud ha sido enviada con éxito!' })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expectAccessible()
  await page.getByRole('link', { name: 'VER MIS SOLICITUDES' }).click()
  await expect(page.getByText('Pendiente', { exact: true })).toBeVisible()
  await signOut(page)

  const mail = await readEmail(page, member.email, 'Solicitud de grupo familiar en Mi Portal')
  const link = /\/invitacion\/[\w-]+/.exec(mail)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByText('Rosa Viajera', { exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await fillDocument(page, member)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await page.getByRole('button', { name: 'ACEPTAR' }).click()
  await expect(page.getByText('Aceptaste la invitación al grupo familiar de Rosa Viajera.')).toBeVisible()
  await expectAccessible()
  await page.goto(link)
  await expect(page.getByText('Esta invitación ya no es válida')).toBeVisible()
  await page.goto('/dashboard/mi-grupo-familiar')
  await expect(page.getByText('Grupo de Rosa Viajera')).toBeVisible()
  await expectAccessible()
})

test('staff send a request for a patient’s group and approve it at once', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  const { groupOwner, member } = await createTwoAccounts(page, 'S')
  await signIn(page, { run: '22.222.222-2' }, clinicPassword, '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Administrador de usuarios' })).toBeVisible()
  await page.goto('/admin/familia')
  await page.getByRole('searchbox').fill(groupOwner.passport)
  await expect(page.getByText('Rosa Viajera')).toHaveCount(1)
  await expectAccessible()
  await page.getByRole('link', { name: 'Ver grupo de Rosa Viajera' }).click()
  await expect(page.getByText('Este paciente no tiene integrantes en su grupo familiar')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'AGREGAR INTEGRANTE' }).click()
  await expect(page.getByText(/Formulario de solicitud de nuevo integrante/)).toBeVisible()
  await fillDocument(page, member)
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  await chooseOption(page, 'Tipo de relación', 'Hermano/a')
  await expectAccessible()
  await page.getByRole('button', { name: 'ENVIAR SOLICITUD' }).click()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expectAccessible()
  await page.getByRole('link', { name: 'Aprobar solicitud ahora' }).click()
  await page.getByRole('button', { name: 'Revisar la solicitud de Rosa Viajera' }).click()
  await page.getByRole('button', { name: 'ACEPTAR' }).click()
  await expect(page.getByText(/ya es integrante del grupo familiar de Rosa Viajera/)).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByText('Aprobada')).toBeVisible()
  await expectAccessible()
})
