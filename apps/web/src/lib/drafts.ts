/**
 * Drafts of forms that the user left before sending: because the session ended, or by going to another page or
 * pressing Back. A draft is stored only in the memory of this page, never on disk, and is offered only to the same
 * user.
 */
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { endedUnintentionally, getCurrentUser, onSessionChange } from './session.ts'

/** Id of the signed-in patient or member of staff; null for a visitor. */
type Owner = number | null

interface Draft<Values> {
  owner: Owner
  /** The address of the form. */
  address: string
  /** Whether the session ended while the form was open. The user then returns to the form after signing in. */
  wasInterrupted: boolean
  values: Values
}

interface DraftStore {
  draft(): Draft<unknown> | null
  clear(): void
}

const draftStores: DraftStore[] = []
/** One entry for each form on screen: returns whether the form has input that was not sent. */
const openForms = new Set<() => boolean>()

const currentOwner = (): Owner => getCurrentUser()?.id ?? null

onSessionChange(() => {
  if (currentOwner() === null && endedUnintentionally()) return
  for (const keeper of draftStores) if (keeper.draft()?.owner !== currentOwner()) keeper.clear()
})

// A reload or a closed tab would lose the input, so the browser asks first.
window.addEventListener('beforeunload', (event) => {
  if (hasFilledForm()) event.preventDefault()
})

function hasFilledForm(): boolean {
  return [...openForms].some((hasInput) => hasInput())
}

/** Returns whether reloading the document would lose input of the user. */
export function hasUnsentInput(): boolean {
  return hasFilledForm() || draftStores.some((keeper) => keeper.draft()?.owner === currentOwner())
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
export function clearDrafts() {
  for (const keeper of draftStores) keeper.clear()
}

/** Returns the address of the form during which the signed-in user's last session ended, or null. */
export function findInterruptedFormAddress(): string | null {
  const drafts = draftStores.map((keeper) => keeper.draft())
  return (
    drafts.find((draft) => draft?.wasInterrupted && draft.owner === getCurrentUser()?.id)?.address ?? null
  )
}

/**
 * Creates the hook of one form. The hook takes a function that returns the present input, or null when there is
 * nothing worth storing or the form was sent. It returns the draft of the user until the user accepts or discards
 * it. `markSent` is for a form that is removed as soon as it was sent: from then on its input is not stored.
 */
export function createDraftHook<Values>() {
  let stored: Draft<Values> | null = null
  draftStores.push({
    draft: () => stored,
    clear: () => {
      stored = null
    },
  })

  return function useDraft(getInput: () => Values | null): {
    offered: Values | null
    discard(): void
    markSent(): void
  } {
    const [owner] = useState(currentOwner)
    const [offered, setOffered] = useState<Values | null>(() =>
      stored?.owner === owner ? stored.values : null,
    )
    const address = useRouterState({ select: (state) => state.location.href })
    const latest = useRef({ getInput, address })
    const isSent = useRef(false)
    useEffect(() => {
      latest.current = { getInput, address }
    })
    useEffect(() => {
      const input = () => (isSent.current ? null : latest.current.getInput())
      const store = (wasInterrupted: boolean) => {
        const values = input()
        if (values !== null) stored = { owner, address: latest.current.address, wasInterrupted, values }
      }
      const hasInput = () => input() !== null
      openForms.add(hasInput)
      const stop = onSessionChange(() => {
        if (owner !== null && getCurrentUser() === null && endedUnintentionally()) store(true)
      })
      return () => {
        openForms.delete(hasInput)
        stop()
        // A user who signed out, or signed in as another person, leaves no draft.
        if (currentOwner() === owner) store(false)
      }
    }, [owner])
    const discard = () => {
      stored = null
      setOffered(null)
    }
    return {
      offered,
      discard,
      markSent: () => {
        isSent.current = true
        discard()
      },
    }
  }
}
