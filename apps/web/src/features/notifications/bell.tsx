/**
 * The bell in the bar: the number of unread notifications, and their list in a popover (on phones a full screen).
 */
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { isLayerEntry, useCloseOnBack } from '../../ui/close-on-back.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Popover } from '../../ui/layers/popover.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import { notificationsQuery, useLiveNotifications } from './notifications.queries.ts'

const NotificationsPanel = lazyComponent(
  async () => (await import('./notifications-panel.tsx')).NotificationsPanel,
)

const maxShown = 99

export function Bell() {
  const user = useCurrentUser()
  // A session with a temporary password may only change it: any other call would be rejected.
  return user && !user.temporary_key_status && <PatientBell ownId={user.id} />
}

function PatientBell({ ownId }: { ownId: number }) {
  const [opened, setOpened] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const wide = useWideScreen()
  const router = useRouter()
  const { data } = useInfiniteQuery(notificationsQuery(ownId))
  useLiveNotifications(ownId)
  const close = useCallback(() => setOpened(false), [])
  useCloseOnBack(opened && !wide, close)
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        if (!isLayerEntry(toLocation)) close()
      }),
    [router, close],
  )

  const unread = data?.unread ?? 0
  const button = (
    <button
      ref={anchor}
      type="button"
      className="plain-button relative grid size-[2.75rem] flex-none place-items-center rounded-md text-strong hover:bg-soft aria-expanded:bg-soft"
      onClick={() => setOpened(!opened)}
      aria-expanded={opened}
      aria-label={unread === 0 ? 'Notificaciones' : `Notificaciones, ${unread} sin leer`}
    >
      <IconBell size={24} stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span
          className="type-count absolute top-0 right-0 min-w-6 rounded-full border-2 border-bar bg-accent px-1 text-center text-on-action"
          aria-hidden
        >
          {unread > maxShown ? `${maxShown}+` : unread}
        </span>
      )}
    </button>
  )

  if (wide) {
    return (
      <>
        {button}
        {opened && (
          <Popover anchor={anchor} label="Notificaciones" onClose={close} className="w-[420px]">
            <Suspense>
              <NotificationsPanel ownId={ownId} />
            </Suspense>
          </Popover>
        )}
      </>
    )
  }
  return (
    <>
      {button}
      <Drawer opened={opened} onClose={close} label="Notificaciones">
        <Suspense>
          <NotificationsPanel ownId={ownId} onClose={close} />
        </Suspense>
      </Drawer>
    </>
  )
}
