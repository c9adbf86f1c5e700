/** The views of the registration form: all at once on a wide screen, one after another on a phone. */
import { type BaseSyntheticEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCloseOnBack } from '../../ui/close-on-back.ts'
import type { ContractFormState } from '../../ui/form/contract-form.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import { type AccountValues, type CleanAccount, sections, views } from './account.rules.ts'

export type AccountKit = ContractFormState<AccountValues, CleanAccount>

export interface ViewFlow {
  /** Index of the only view on screen; null while all are. */
  current: number | null
  open(index: number): void
  /** Opens the view with this field, if there is one. */
  openViewOf(field: string): void
}

/** `isSent`: whether the account has been opened, after which Back leaves the form. */
export function useViewFlow(isSent: boolean): ViewFlow {
  const isWide = useWideScreen()
  const [current, setCurrent] = useState(0)

  function open(index: number) {
    // The focus can only move to what is on screen.
    flushSync(() => setCurrent(index))
    const { section } = views[index] ?? views[0]
    document.getElementById(sections[section].id)?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }

  // The history entry remains while the result is shown, because the page below it needs the registration in progress.
  useCloseOnBack(!isWide && current > 0, () => open(isSent ? 0 : current - 1))

  return {
    current: isWide ? null : current,
    open,
    openViewOf(field) {
      const index = views.findIndex(({ fields }) => fields.some((name) => name === field))
      if (index >= 0) open(index)
    },
  }
}

/** Opens the next view once the fields of the present one are right. */
export async function openNextView(
  event: BaseSyntheticEvent | undefined,
  { form, showErrors }: AccountKit,
  current: number,
  flow: ViewFlow,
) {
  event?.preventDefault()
  if (await form.trigger(views[current]?.fields)) flow.open(current + 1)
  else showErrors()
}

/** Checks a field with an error again when it changes, as a form does by itself after it was sent. */
export function useRechecks({ watch, getFieldState, trigger }: AccountKit['form']) {
  useEffect(() => {
    const changes = watch((_, { name }) => {
      if (name && getFieldState(name).error) void trigger(name)
    })
    return () => changes.unsubscribe()
  }, [watch, getFieldState, trigger])
}
