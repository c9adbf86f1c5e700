/** Who may see whose record: members of a family, and adults who give another adult access. */
import { expect, type Locator } from '@playwright/test'
import { test } from '../journey.ts'
import { chooseOption, createAccount, enter, fillDocument, readEmail, signOut } from '../steps.ts'

const password = 'Bosque2026'
const groupOwner = { passport: 'FLIDER1', firstName: 'Rosa', email: 'rosa@ejemplo.cl' }
const member = { passport: 'FMIEMBRO1', firstName: 'Elisa', email: 'elisa@ejemplo.cl' }

/** Expects that a button and the one beside it fill their row, at one height. */
async function expectWholeRow(button: Locator): Promise<void> {
  await expect(button).toBeVisible()
  const [first, second, row] = await button.evaluate((one) =>
    [one, one.nextElementSibling, one.parentElement].map((box) => box?.getBoundingClientRect().toJSON()),
  )
  expect([first.top, first.height, first.left]).toEqual([second.top, second.height, row.left])
  expect(second.right).toBe(row.right)
}

test('an adult is invited to a group, and two adults give each other access to appointments', async ({
  page,
  expectAccessible,
}) => {
  await createAccount(page, { ...groupOwner, password })
  await createAccount(page, { ...member, password })
  await enter(page, groupOwner, password)
  await test.step('an adult is invited, and accepts on the page of the e-mail', async () => {
    await page.goto('/dashboard/mi-grupo-familiar')
    await expect(page.getByText('Aún no tienes integrantes en tu grupo familiar')).toBeVisible()
    await page.getByRole('link', { name: 'Agregar integrante' }).first().click()
    await expect(page.getByRole('button', { name: 'CONTINUAR' })).toBeDisabled()
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
    await expect(page.getByRole('heading', { name: 'Solicitud enviada' })).toBeFocused()
    // Its text has one line.
    expect((await page.getByRole('button', { name: 'AGREGAR OTRO INTEGRANTE' }).boundingBox())?.height).toBe(
      48,
    )
    await page.getByRole('link', { name: 'VER MIS SOLICITUDES' }).click()
    await expect(page.getByText('Pendiente', { exact: true })).toBeVisible()
    await signOut(page)

    const mail = await readEmail(page, member.email, 'Solicitud de grupo familiar en Mi Portal')
    const link = /\/invitacion\/[\w-]+/.exec(mail)?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByText('Rosa Viajera', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
    await fillDocument(page, member)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
    await expectWholeRow(page.getByRole('button', { name: 'RECHAZAR' }))
    await page.goto('/dashboard/mi-grupo-familiar?tab=requests')
    await page.getByRole('button', { name: /^Revisar la solicitud/ }).click()
    await expectWholeRow(page.getByRole('dialog').getByRole('button', { name: 'RECHAZAR' }))
    await page.goto(link)
    await page.getByRole('button', { name: 'ACEPTAR' }).click()
    await expect(page.getByText('Aceptaste la invitación al grupo familiar de Rosa Viajera.')).toBeVisible()
    await page.goto(link)
    await expect(page.getByText('Esta invitación ya no es válida')).toBeVisible()
    await page.goto('/dashboard/mi-grupo-familiar')
    await expect(page.getByText('Grupo de Rosa Viajera')).toBeVisible()
    await signOut(page)
  })
  await test.step('an adult gives another adult access to appointments, who accepts, sees them, and loses them again', async () => {
    await enter(page, groupOwner, password)
    await page.goto('/dashboard/mi-grupo-familiar')
    await page.getByRole('link', { name: 'Ver accesos' }).click()
    await expect(page.getByText('No le has dado acceso a nadie')).toBeVisible()
    await page.getByRole('link', { name: 'DAR ACCESO' }).first().click()
    await page.getByRole('button', { name: 'DAR ACCESO' }).click()
    await expect(page.getByText('Elige qué podrá ver')).toBeVisible()
    await fillDocument(page, member)
    await chooseOption(page, 'País que emitió el pasaporte', 'Francia')
    await page.getByRole('checkbox', { name: /^Horas médicas/ }).check()
    await page.getByRole('button', { name: 'DAR ACCESO' }).click()
    await expect(page.getByRole('heading', { name: 'Ofreciste el acceso' })).toBeVisible()
    await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(page.getByText('Espera respuesta')).toBeVisible()
    await signOut(page)

    const mail = await readEmail(page, member.email, 'Te ofrecieron un acceso en Mi Portal')
    const link = /\/dashboard\/mi-grupo-familiar\/accesos/.exec(mail)?.[0] ?? ''
    await enter(page, member, password)
    await page.goto(link)
    await page.getByRole('button', { name: /^Aceptar el acceso de Rosa/ }).click()
    await expectAccessible()
    await page.getByRole('button', { name: 'Aceptar', exact: true }).click()
    await page.getByRole('link', { name: /^Ver horas de Rosa/ }).click()
    await expect(page.getByRole('region', { name: 'Persona que estás viendo' })).toContainText('Rosa')
    await expect(page.getByText('Aún no tienes próximas horas médicas reservadas')).toBeVisible()
    // The menu books for the user. The page offers no booking for a person whose appointments can only be seen.
    await expect(page.getByRole('main').getByRole('link', { name: 'RESERVAR HORA' })).toHaveCount(0)
    await page.goto('/dashboard/mis-examenes')
    await expect(page.getByRole('button', { name: 'Rosa' })).toHaveCount(0)
    await signOut(page)

    await enter(page, groupOwner, password)
    await page.goto('/dashboard/perfil?tab=quien-vio-mis-datos')
    await expect(page.getByText('Persona a quien diste acceso').first()).toBeVisible()
    await page.goto('/dashboard/mi-grupo-familiar/accesos')
    await page.getByRole('button', { name: /^Renovar el acceso de Elisa/ }).click()
    await page.getByRole('button', { name: 'Renovar', exact: true }).click()
    await page.getByRole('button', { name: /^Terminar el acceso de Elisa/ }).click()
    await page.getByRole('button', { name: 'Terminar', exact: true }).click()
    await expect(page.getByText('No le has dado acceso a nadie')).toBeVisible()
  })
})
