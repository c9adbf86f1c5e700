/**
 * Drafts of forms that the user left before sending: because the session ended, or by going to another page or
 * pressing Back. A draft is stored only in the memory of this page, never on disk, and is offered only to the same
 * user.
 */
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { currentUser, endedAgainstTheirWill, onSessionChange } from './session.ts'

/** Id of the signed-in patient or member of staff; null for a visitor. */
type Owner = number | null

interface Draft<Values> {
  owner: Owner
  /** The address of the form. */
  address: string
  /** Whether the session ended while the form was open. The user then returns to the form after signing in. */
  wasCutOff: boolean
  values: Values
}

interface Keeper {
  draft(): Draft<unknown> | null
  drop(): void
}

const keepers: Keeper[] = []
/** One entry for each form on screen: returns whether the form has input that was not sent. */
const openForms = new Set<() => boolean>()

const ownerNow = (): Owner => currentUser()?.id ?? null

onSessionChange(() => {
  if (ownerNow() === null && endedAgainstTheirWill()) return
  for (const keeper of keepers) if (keeper.draft()?.owner !== ownerNow()) keeper.drop()
})

// A reload or a closed tab would lose the input, so the browser asks first.
window.addEventListener('beforeunload', (event) => {
  if (isFormFilled()) event.preventDefault()
})

function isFormFilled(): boolean {
  return [...openForms].some((hasInput) => hasInput())
}

/** Returns whether reloading the document would lose input of the user. */
export function hasUnsentInput(): boolean {
  return isFormFilled() || keepers.some((keeper) => keeper.draft()?.owner === ownerNow())
}

/** Makes the browser ask before a reload or a closed tab loses input, for a form without a draft. */
export function useUnsentInput(hasInput: () => boolean) {
  const latest = useRef(hasInput)
  useEffect(() => {
    latest.current = hasInput
  })
  useEffect(() => {
    const ask = () => latest.current()
    openForms.add(ask)
    return () => void openForms.delete(ask)
  }, [])
}

/**
 * Deletes all drafts.
 *
 * @internal Exported for the tests.
 */
export function forgetDrafts() {
  for (const keeper of keepers) keeper.drop()
}

/** Returns the address of the form during which the signed-in user's last session ended, or null. */
export function draftAddress(): string | null {
  const drafts = keepers.map((keeper) => keeper.draft())
  return drafts.find((draft) => draft?.wasCutOff && draft.owner === currentUser()?.id)?.address ?? null
}

/**
 * Creates the hook of one form. The hook takes a function that returns the present input, or null when there is
 * nothing worth storing or the form was sent. It returns the draft of the user until the user accepts or discards
 * it. `markSent` is for a form that is removed as soon as it was sent: from then on its input is not stored.
 */
export function createDraft<Values>() {
  let kept: Draft<Values> | null = null
  keepers.push({
    draft: () => kept,
    drop: () => {
      kept = null
    },
  })

  return function useDraft(typed: () => Values | null): {
    offered: Values | null
    forget(): void
    markSent(): void
  } {
    const [owner] = useState(ownerNow)
    const [offered, setOffered] = useState<Values | null>(() => (kept?.owner === owner ? kept.values : null))
    const address = useRouterState({ select: (state) => state.location.href })
    const latest = useRef({ typed, address })
    const isSent = useRef(false)
    useEffect(() => {
      latest.current = { typed, address }
    })
    useEffect(() => {
      const input = () => (isSent.current ? null : latest.current.typed())
      const keep = (wasCutOff: boolean) => {
        const values = input()
        if (values !== null) kept = { owner, address: latest.current.address, wasCutOff, values }
      }
      const hasInput = () => input() !== null
      openForms.add(hasInput)
      const stop = onSessionChange(() => {
        if (owner !== null && currentUser() === null && endedAgainstTheirWill()) keep(true)
      })
      return () => {
        openForms.delete(hasInput)
        stop()
        // A user who signed out, or signed in as another person, leaves no draft.
        if (ownerNow() === owner) keep(false)
      }
    }, [owner])
    const forget = () => {
      kept = null
      setOffered(null)
    }
    return {
      offered,
      forget,
      markSent: () => {
        isSent.current = true
        forget()
      },
    }
  }
}
