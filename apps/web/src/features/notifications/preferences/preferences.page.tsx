/** How the user is notified: devices with push messages, the mobile number, channels by topic and person, and when they are used. */
import type { Channel, NotificationPreferences } from '@mi-portal/contract/notifications/preferences'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { useClearRecordsExcept } from '../../people/people.queries.ts'
import { ChannelsForm } from './channels-form.tsx'
import { DevicesCard } from './devices-card.tsx'
import { PhoneCard } from './phone-card.tsx'
import classes from './preferences.module.css'
import { preferencesQuery } from './preferences.queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** `reminders` switches all reminders off and on. */
export function NotificationPreferencesPage({ reminders }: { reminders: ReactNode }) {
  const user = useCurrentUser()
  return user && <Preferences user={user} reminders={reminders} />
}

function Preferences({ user, reminders }: { user: CurrentUser; reminders: ReactNode }) {
  const query = useQuery(preferencesQuery(user.id))
  useClearRecordsExcept(user.id)
  return (
    <>
      <PageHeading title="Mis notificaciones" />
      <QueryContent query={query}>
        {(preferences) => <Cards preferences={preferences} ownId={user.id} reminders={reminders} />}
      </QueryContent>
    </>
  )
}

interface CardsProps {
  preferences: NotificationPreferences
  ownId: number
  reminders: ReactNode
}

function Cards({ preferences, ownId, reminders }: CardsProps) {
  const { push_key, text_channels, text_phone, people, settings, minutes_between, devices } = preferences
  const offered: readonly Channel[] = [
    'email',
    ...(push_key === null ? [] : ['push' as const]),
    ...text_channels,
  ]
  return (
    <div className={classes.cards}>
      {push_key !== null && <DevicesCard ownId={ownId} pushKey={push_key} devices={devices} />}
      {text_channels.length > 0 && <PhoneCard ownId={ownId} phone={text_phone} channels={text_channels} />}
      {people.map((person) => (
        <ChannelsForm
          key={person.patient_id}
          ownId={ownId}
          person={person}
          channels={offered}
          needsPhone={text_channels.length > 0 && text_phone.state !== 'confirmed'}
        />
      ))}
      {reminders}
      {offered.length > 1 && (
        <SettingsForm ownId={ownId} settings={settings} channels={offered} minutesBetween={minutes_between} />
      )}
    </div>
  )
}
