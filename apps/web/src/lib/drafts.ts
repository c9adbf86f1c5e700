/**
 * What a person had typed when their session was cut off: kept in this page's memory, never on disk, and offered back
 * to the same person alone.
 */
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { currentUser, endedAgainstTheirWill, onSessionChange } from './session.ts'

interface Draft<Values> {
  owner: number
  /** Where the form was. */
  address: string
  values: Values
}

interface Keeper {
  draft(): Draft<unknown> | null
  drop(): void
}

const keepers: Keeper[] = []

onSessionChange(() => {
  const user = currentUser()
  if (!user && endedAgainstTheirWill()) return
  for (const keeper of keepers) if (keeper.draft()?.owner !== user?.id) keeper.drop()
})

/** Where the signed-in person was cut off from a form they had begun to fill in, or null. */
export function draftAddress(): string | null {
  const id = currentUser()?.id
  const own = keepers.map((keeper) => keeper.draft()).find((draft) => draft !== null && draft.owner === id)
  return own?.address ?? null
}

/**
 * Makes the hook of one form. The hook takes a function that tells what is typed so far, null where nothing is worth
 * keeping, and gives back what the person had typed before their session was cut off, until they take or leave it.
 */
export function createDraft<Values>() {
  let kept: Draft<Values> | null = null
  keepers.push({
    draft: () => kept,
    drop: () => {
      kept = null
    },
  })

  return function useDraft(typed: () => Values | null): { offered: Values | null; forget(): void } {
    const [owner] = useState(() => currentUser()?.id)
    const [offered, setOffered] = useState<Values | null>(() =>
      kept !== null && kept.owner === owner ? kept.values : null,
    )
    const address = useRouterState({ select: (state) => state.location.href })
    const latest = useRef({ typed, address })
    useEffect(() => {
      latest.current = { typed, address }
    })
    useEffect(
      () =>
        onSessionChange(() => {
          if (owner === undefined || currentUser() !== null || !endedAgainstTheirWill()) return
          const values = latest.current.typed()
          if (values !== null) kept = { owner, address: latest.current.address, values }
        }),
      [owner],
    )
    return {
      offered,
      forget: () => {
        kept = null
        setOffered(null)
      },
    }
  }
}
