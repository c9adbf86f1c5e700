import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { notificationPreferenceEndpoints, usualSettings } from '@mi-portal/contract/notifications/preferences'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import { textPhoneEndpoints, textReportEndpoints } from '@mi-portal/contract/notifications/text-messages'
import { closed, defineCases, nothingThere, ofPatient, own } from '../../../test/authorization/cases.ts'

export const notificationsCases = [
  ...defineCases('notification-preferences', notificationPreferenceEndpoints, {
    get: own({ shows: ['name'] }),
    choose: own({ body: { choices: [{ topic: 'results', channels: ['email'] }] } }),
    set: own({ body: usualSettings }),
  }),

  // The portal of these tests sends no text messages.
  ...defineCases('text-phone', textPhoneEndpoints, {
    sendCode: own({ ok: 404 }),
    confirm: own({ body: { code: '123456' }, ok: 404 }),
    remove: own(),
  }),

  ...defineCases('text-messages', textReportEndpoints, { receive: closed() }),

  ...defineCases('push-subscriptions', pushEndpoints, {
    subscribe: own({
      sent: ({ id }) => ({
        body: {
          endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
          p256dh: 'B'.repeat(87),
          auth: 'a'.repeat(22),
        },
      }),
    }),
    renew: own({ body: { endpoint: 'https://fcm.googleapis.com/fcm/send/0' } }),
    remove: own({ params: nothingThere.params, ok: 404 }),
  }),

  ...defineCases('notifications', notificationEndpoints, {
    list: own(),
    one: ofPatient({
      sent: ({ notification }) => ({ params: { id: notification } }),
      but: { guardian: 404 },
    }),
    read: ofPatient({
      sent: ({ notification }) => ({ body: { ids: [notification] } }),
      but: { guardian: 404 },
    }),
    stream: own({ endless: true }),
  }),
]
