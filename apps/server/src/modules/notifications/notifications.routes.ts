import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { notificationPreferenceEndpoints } from '@mi-portal/contract/notifications/preferences'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import { textPhoneEndpoints, textReportEndpoints } from '@mi-portal/contract/notifications/text-messages'
import { type Routes, routes } from '../../platform/context/operation.ts'
import { chooseChannels, getPreferences, setChannelSettings } from './preferences/choose-channels.ts'
import { removePushDevice, renewDevice, subscribeDevice } from './push/manage-devices.ts'
import { getNotification, listNotifications, readNotifications } from './read-notifications.ts'
import { endStreams, streamNotifications } from './stream-notifications.ts'
import { confirmTextPhone, removeTextPhone, sendPhoneCode } from './texts/confirm-phone.ts'
import { receiveTextReport } from './texts/receive-report.ts'

export const notificationRoutes: readonly Routes[] = [
  routes(notificationEndpoints, {
    list: listNotifications,
    one: getNotification,
    read: readNotifications,
    stream: streamNotifications,
  }),
  // Open streams would keep a server that closes from closing.
  (app, ctx) => app.addHook('preClose', async () => endStreams(ctx)),
  routes(notificationPreferenceEndpoints, {
    get: getPreferences,
    choose: chooseChannels,
    set: setChannelSettings,
  }),
  routes(pushEndpoints, { subscribe: subscribeDevice, renew: renewDevice, remove: removePushDevice }),
  routes(textPhoneEndpoints, {
    sendCode: sendPhoneCode,
    confirm: confirmTextPhone,
    remove: removeTextPhone,
  }),
  routes(textReportEndpoints, { receive: receiveTextReport }),
]
