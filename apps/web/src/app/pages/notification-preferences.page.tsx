/** «Mis notificaciones»: the channels of each topic, and the switch of the reminders, which belongs to the consents. */
import { RemindersCard } from '../../features/consents/reminders-card.tsx'
import { NotificationPreferencesPage } from '../../features/notifications/preferences/preferences.page.tsx'

export function NotificationsPage() {
  return <NotificationPreferencesPage reminders={<RemindersCard />} />
}
