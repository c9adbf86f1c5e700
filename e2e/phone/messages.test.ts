/** How the portal speaks with a patient: notifications, and the channels that the patient chooses. */
import { expect } from '@playwright/test'
import { openMessageGateway } from '../../apps/server/test/external/message-gateway-server.ts'
import { test as base } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

type Gateway = Awaited<ReturnType<typeof openMessageGateway>>

const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({ browserName: _ }, use) => {
    const gateway = await openMessageGateway()
    await use(gateway).finally(gateway.stop)
  },
  portalOptions: ({ gateway }, use) => use({ settings: gateway.environment }),
})

test('a patient reads notifications and chooses how to be notified', async ({
  page,
  gateway,
  expectAccessible,
}) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  await test.step('she reads notifications, which lead to the results', async () => {
    await page.getByRole('button', { name: /^Notificaciones/ }).click()
    const list = page.getByRole('dialog', { name: /Notificaciones/ })
    await expect(list.getByText(/resultado de laboratorio/).first()).toBeVisible()
    await expectAccessible()
    const mark = list.getByRole('button', { name: 'Marcar como leídas' })
    if (await mark.isVisible()) await mark.click()
    await expect(mark).toHaveCount(0)
    await list
      .getByRole('link', { name: /resultado/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mis Exámenes' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Notificaciones', exact: true })).toBeVisible()
  })
  await test.step('she confirms her mobile number with a code, and chooses SMS and the order of the channels', async () => {
    await page.goto('/dashboard/perfil/notificaciones')
    const card = page.getByRole('region', { name: 'Mensajes a tu celular' })
    const own = page.getByRole('form', { name: 'Tus novedades' })
    await expect(own.getByText(/llegan cuando lo confirmes/)).toBeVisible()

    await card.getByRole('button', { name: 'Enviar código a este número' }).click()
    const field = card.getByLabel('Código de 6 dígitos')
    await expect(field).toBeFocused()
    const sent = gateway.messages().at(-1)
    const code = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? ''
    expect(sent).toMatchObject({ channel: 'sms', kind: 'code' })
    await field.fill(code)
    await card.getByRole('button', { name: 'Confirmar celular' }).click()
    await expect(card.getByText(/Tu celular está confirmado/)).toBeVisible()

    await own.getByText('Elegir por tema').click()
    const results = own.getByRole('group', { name: 'Resultados' })
    await results.getByRole('checkbox', { name: 'SMS' }).check()
    await results.getByRole('checkbox', { name: 'WhatsApp' }).check()
    await own.getByRole('button', { name: 'Guardar mis canales' }).click()
    await expect(own.getByText('Guardamos tus preferencias.')).toBeVisible()

    const settings = page.getByRole('form', { name: 'Cuándo y en qué orden' })
    await settings.getByText('Uno a la vez, en mi orden').click()
    const order = settings.getByRole('list', { name: 'Orden de los canales' }).getByRole('listitem')
    await settings.getByRole('button', { name: 'Subir SMS' }).press('Enter')
    await settings.getByRole('button', { name: 'Subir SMS' }).press('Enter')
    await settings.getByRole('button', { name: 'Subir SMS' }).press('Enter')
    await expect(settings.getByText('SMS va ahora en el lugar 1.')).toBeVisible()
    await expect(order.first()).toBeFocused()
    await settings.getByRole('button', { name: 'Guardar orden y silencio' }).click()
    await expect(settings.getByText('Guardamos tus preferencias.')).toBeVisible()

    await page.reload()
    await own.getByText('Elegir por tema').click()
    await expect(results.getByRole('checkbox', { name: 'SMS' })).toBeChecked()
    await expect(order).toHaveText([/1\. SMS/, /2\. Correo/, /3\. Aviso/, /4\. WhatsApp/])

    await card.getByRole('button', { name: 'No recibir más mensajes en este número' }).click()
    await expect(card.getByRole('button', { name: 'Enviar código a este número' })).toBeVisible()
  })
})
