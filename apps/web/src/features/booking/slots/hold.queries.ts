/** Keeps a chosen hour for the one who is about to book it, and knows how long that lasts. */
import type { Hold } from '@mi-portal/contract/booking'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { now } from '../../../lib/dates.ts'
import { currentUser } from '../../../lib/session.ts'
import { agendaKey, freeKey, holdSlot, releaseHold } from '../booking.queries.ts'

/** A held hour; `until` is the end by this machine's clock, in milliseconds. */
export interface HeldHour extends Pick<Hold, 'hold_id' | 'slot'> {
  until: number
}

const holdKey = (slotId: number) => [...agendaKey, 'hold', slotId] as const

/**
 * Holds an hour as long as the screen stands, and gives it back when the person goes away without it. Asked for again,
 * after a reload for one, it is the same hold. `spend` says that it was booked; `again` holds it anew after it ran out.
 */
export function useHold(slotId: number) {
  const client = useQueryClient()
  const spent = useRef(false)
  const query = useQuery({
    queryKey: holdKey(slotId),
    queryFn: async (): Promise<HeldHour> => {
      const { hold_id, seconds, slot } = await holdSlot(slotId)
      return { hold_id, slot, until: now().getTime() + seconds * 1000 }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    spent.current = false
    return () => {
      const held = client.getQueryData<HeldHour>(holdKey(slotId))
      if (!held || spent.current || !currentUser()) return
      void giveBack(client, held.hold_id)
    }
  }, [client, slotId])
  return {
    query,
    spend: () => {
      spent.current = true
    },
    again: () => query.refetch(),
  }
}

async function giveBack(client: QueryClient, holdId: number) {
  // What ran out meanwhile is as free as if it had been given back.
  await releaseHold(holdId).catch(() => undefined)
  await client.invalidateQueries({ queryKey: freeKey })
}

/** Whole seconds left until that moment, told every second; 0 once it is over. */
export function useSecondsLeft(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - now().getTime()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const tell = () => setSeconds(Math.max(0, Math.ceil((until - now().getTime()) / 1000)))
    tell()
    const timer = setInterval(tell, 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
