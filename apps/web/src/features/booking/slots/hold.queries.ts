/** Holds the chosen slot while the patient books it, and counts the remaining time. */
import type { Hold } from '@mi-portal/contract/booking/slots'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { now } from '../../../lib/clock.ts'
import { getCurrentUser } from '../../../lib/session.ts'
import { freeSlotsKey, holdSlot, releaseHold, schedulingKey } from '../booking.queries.ts'

/** A held slot; `until` is the end of the hold by this device's clock, in milliseconds. */
export interface HeldSlot extends Pick<Hold, 'hold_id' | 'slot'> {
  until: number
}

const holdKey = (slotId: number) => [...schedulingKey, 'hold', slotId] as const

/**
 * Holds a slot while the screen is mounted, and releases it when the patient leaves without booking. A repeated
 * request, for example after a reload, returns the same hold. `markBooked` says that the slot was booked; `renew`
 * holds it again after the hold has expired.
 */
export function useHold(slotId: number) {
  const client = useQueryClient()
  const isBooked = useRef(false)
  const query = useQuery({
    queryKey: holdKey(slotId),
    queryFn: async (): Promise<HeldSlot> => {
      const { hold_id, seconds, slot } = await holdSlot(slotId)
      return { hold_id, slot, until: now().getTime() + seconds * 1000 }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    isBooked.current = false
    return () => {
      const held = client.getQueryData<HeldSlot>(holdKey(slotId))
      if (!held || isBooked.current || !getCurrentUser()) return
      void releaseAndRefresh(client, held.hold_id)
    }
  }, [client, slotId])
  return {
    query,
    markBooked: () => {
      isBooked.current = true
    },
    renew: () => query.refetch(),
  }
}

async function releaseAndRefresh(client: QueryClient, holdId: number) {
  // An error is ignored: a hold that has expired meanwhile has released its slot anyway.
  await releaseHold(holdId).catch(() => undefined)
  await client.invalidateQueries({ queryKey: freeSlotsKey })
}

/** Returns the whole seconds left until a timestamp, updated every second; 0 when it has passed. */
export function useSecondsLeft(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - now().getTime()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const update = () => setSeconds(Math.max(0, Math.ceil((until - now().getTime()) / 1000)))
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
