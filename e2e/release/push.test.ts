/** Push messages, in the whole Chromium: its headless shell shows no notifications. */
import { expect, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../../tools/test/browser.ts'
import { test } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

test.use({
  launchOptions: { executablePath: findBrowser() ?? undefined, args: browserFlags() },
  // The service worker shows push messages.
  serviceWorkers: 'allow',
  permissions: ['notifications'],
})

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

function shownMessages(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, data }) => ({ title, body, data }))
  })
}

test('a push message is shown with its words, and leads only to pages of the portal that open a notification', async ({
  page,
}) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
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
