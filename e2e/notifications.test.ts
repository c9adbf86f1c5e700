import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

// The service worker shows push messages.
test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

const preferences = '/dashboard/perfil/notificaciones'

/** Delivers a push message to the service worker, as the browser does when its push service sends one. */
async function deliverPush(page: Page, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  await session.detach()
}

/** Returns the messages that the service worker shows. */
function shownMessages(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, data }) => ({ title, body, data }))
  })
}

test('a patient chooses how to be notified by keyboard, for themself and for a child, and finds the choice again', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.goto('/dashboard/perfil')
  await page.getByRole('link', { name: 'Mis notificaciones' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis notificaciones' })).toBeVisible()
  const child = page.getByRole('form', { name: /^Novedades de / }).first()
  await expect(child).toBeVisible()
  await expectAccessible()

  const email = child
    .getByRole('group', { name: 'Resultados' })
    .getByRole('checkbox', { name: 'Correo electrónico' })
  await email.focus()
  await page.keyboard.press('Space')
  await expect(email).not.toBeChecked()
  await child.getByRole('button', { name: /^Guardar los canales de/ }).press('Enter')
  await expect(child.getByText('Guardamos tus preferencias.')).toBeVisible()

  const settings = page.getByRole('form', { name: 'Cuándo y en qué orden' })
  await settings.getByText('Uno a la vez, en mi orden').click()
  await settings.getByLabel('Desde').fill('22:30')
  await settings.getByRole('button', { name: 'Guardar orden y silencio' }).click()
  await expect(settings.getByText('Guardamos tus preferencias.')).toBeVisible()
  await expectAccessible()

  await page.goto(preferences)
  await expect(email).not.toBeChecked()
  await expect(settings.getByRole('radio', { name: /Uno a la vez/ })).toBeChecked()
  await expect(settings.getByLabel('Desde')).toHaveValue('22:30')

  await email.check()
  await child.getByRole('button', { name: /^Guardar los canales de/ }).click()
  await settings.getByText('Usa todos a la vez').click()
  await settings.getByLabel('Desde').fill('21:00')
  await settings.getByRole('button', { name: 'Guardar orden y silencio' }).click()
  await expect(settings.getByText('Guardamos tus preferencias.')).toBeVisible()
})

test('a push message is shown with its words, and leads only to pages of the portal that open a notification', async ({
  page,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const message = {
    title: 'Tienes una novedad en Mi Portal',
    body: 'Hay algo nuevo para ti.',
    tag: 'novedad-1',
  }
  await deliverPush(page, { ...message, path: '/dashboard/novedades/1' })
  await expect
    .poll(() => shownMessages(page))
    .toEqual([{ title: message.title, body: message.body, data: { path: '/dashboard/novedades/1' } }])
  await deliverPush(page, { ...message, path: 'https://otro.example/' })
  await expect
    .poll(() => shownMessages(page))
    .toEqual([{ title: message.title, body: message.body, data: { path: '/dashboard' } }])
})

test('an address of a notification that the patient cannot see says so', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.goto('/dashboard/novedades/999999999')
  await expect(page.getByRole('heading', { name: 'Esta novedad ya no se puede ver' })).toBeVisible()
  await expectAccessible()
})
