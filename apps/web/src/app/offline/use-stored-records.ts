import { useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { deleteOfflineData, openOfflineStore } from '../../lib/offline/offline-store.ts'
import { isStaff, useCurrentUser } from '../../lib/session.ts'
import type { StoredRecord, StoredValue } from './stored-values.ts'

/**
 * Returns what this device stored of the signed-in patient's session; null while it is read. The records are deleted, and no longer
 * returned, at the moment at which the session ends or the patient signs out in another tab.
 */
export function useStoredRecords(): StoredRecord[] | null {
  const user = useCurrentUser()
  const [records, setRecords] = useState<StoredRecord[] | null>(null)

  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      setRecords([])
      void deleteOfflineData().catch(() => undefined)
    }
    const look = async () => {
      const isPatient = user !== null && !isStaff(user)
      const store = isPatient ? await openOfflineStore<StoredValue>(user) : null
      const stored = (await store?.readAll()) ?? []
      if (!isCurrent) return
      if (!store) return end()
      setRecords(stored)
      clearTimeout(timer)
      timer = setTimeout(look, store.validUntil - now().getTime())
    }
    const readAgain = () => {
      // Timers pause in a hidden page, so the end of the session is checked as soon as the page is visible again.
      if (document.visibilityState === 'visible') void look().catch(end)
    }
    void look().catch(end)
    document.addEventListener('visibilitychange', readAgain)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', readAgain)
    }
  }, [user])

  return records
}
