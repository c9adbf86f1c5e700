/** A patient confirms their mobile number and chooses SMS, on a portal with a message gateway. */
import { expect } from '@playwright/test'
import { openMessageGateway } from '../apps/server/test/external/message-gateway-server.ts'
import { test as base } from './journey.ts'
import { launchIsolatedPortal } from './portals.ts'
import { clinicPassword, signIn } from './steps.ts'

type Gateway = Awaited<ReturnType<typeof openMessageGateway>>

const test = base.extend<
  object,
  { gateway: Gateway; portal: Awaited<ReturnType<typeof launchIsolatedPortal>> }
>({
  gateway: [
    async ({ browserName: _ }, use) => {
      const gateway = await openMessageGateway()
      await use(gateway).finally(gateway.stop)
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ gateway }, use, info) => {
      const portal = await launchIsolatedPortal(`text-messages-${info.project.name}`, gateway.environment)
      await use(portal).finally(portal.end)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
})

test('a patient confirms their mobile number with a code, and chooses SMS and the order of the channels', async ({
  page,
  gateway,
  expectAccessible,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.goto('/dashboard/perfil/notificaciones')
  const card = page.getByRole('region', { name: 'Mensajes a tu celular' })
  const own = page.getByRole('form', { name: 'Tus novedades' })
  await expect(own.getByText(/llegan cuando lo confirmes/)).toBeVisible()
  await expectAccessible()

  await card.getByRole('button', { name: 'Enviar código a este número' }).click()
  const field = card.getByLabel('Código de 6 dígitos')
  await expect(field).toBeFocused()
  const sent = gateway.messages().at(-1)
  const code = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? ''
  expect(sent).toMatchObject({ channel: 'sms', kind: 'code' })
  await field.fill(code === '000000' ? '111111' : '000000')
  await card.getByRole('button', { name: 'Confirmar celular' }).click()
  await expect(card.getByText('El código no es correcto')).toBeVisible()
  await expectAccessible()
  await field.fill(code)
  await card.getByRole('button', { name: 'Confirmar celular' }).click()
  await expect(card.getByText(/Tu celular está confirmado/)).toBeVisible()

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
  await expectAccessible()

  await page.reload()
  await expect(results.getByRole('checkbox', { name: 'SMS' })).toBeChecked()
  await expect(order).toHaveText([/1\. SMS/, /2\. Correo/, /3\. Aviso/, /4\. WhatsApp/])

  await card.getByRole('button', { name: 'No recibir más mensajes en este número' }).click()
  await expect(card.getByRole('button', { name: 'Enviar código a este número' })).toBeVisible()
})
