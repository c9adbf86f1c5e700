/** The identity check of a run: an explanation, the window of the check, and its outcome. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { identityCodes } from '@mi-portal/contract/identity'
import { formatRun } from '@mi-portal/contract/values/run'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type Popup, toWebAddress } from '../../lib/browser/popup.ts'
import { portal } from '../../lib/portal-config.ts'
import { getRegistration, storeRegistration } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { IdentityOutcome } from '../identity/identity-outcome.tsx'
import { startIdentityCheck } from '../identity/identity-start.queries.ts'
import { openIdentityWindow, useIdentityResult } from '../identity/identity-window.flow.ts'
import { BlockedWindowNotice, OpenWindowNotice } from '../identity/window-notices.tsx'
import classes from './registration.module.css'
import { saveRegistrationDraft } from './registration.queries.ts'
import type { StartValues } from './registration.rules.ts'

interface IdentityStepProps {
  values: StartValues
  /** Returns to the form; with a code when the check failed there. */
  onBack(code?: number): void
  onPassed(): void
}

type State =
  | { is: 'ready' }
  | { is: 'starting' }
  | { is: 'open'; popup: Popup }
  | { is: 'blocked' }
  | { is: 'ended'; code: number }
  | { is: 'rejected'; requestError: CallError }

export function IdentityStep({ values, onBack, onPassed }: IdentityStepProps) {
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  const [state, setState] = useState<State>({ is: 'ready' })
  useEffect(() => heading.current?.focus(), [])
  const popup = state.is === 'open' ? state.popup : null
  useIdentityResult(popup, end)

  function end(code: number, solem?: string) {
    const registration = getRegistration()
    // Half an hour has passed, and the registration was deleted.
    if (!registration) return onBack(identityCodes.expired)
    storeRegistration({ ...registration, code, solem })
    if (code === identityCodes.verified) return onPassed()
    setState({ is: 'ended', code })
  }

  async function confirm(where: 'popup' | 'page') {
    const opened = where === 'popup' ? openIdentityWindow() : null
    if (where === 'popup' && !opened) return setState({ is: 'blocked' })
    setState({ is: 'starting' })
    void saveRegistrationDraft('sv_register_confirmar')
    try {
      const address = await startIdentityCheck({
        document_number: values.document_number,
        number: values.number,
        email: values.email,
        cellphone: values.cellphone,
      })
      if (address === null) {
        opened?.close()
        return end(identityCodes.verified)
      }
      if (!opened) return goTo(address)
      opened.show(address)
      setState({ is: 'open', popup: opened })
    } catch (requestError) {
      opened?.close()
      if (!(requestError instanceof CallError)) throw requestError
      setState({ is: 'rejected', requestError })
    }
  }

  function goTo(address: string) {
    const url = new URL(toWebAddress(address))
    if (url.origin === window.location.origin && !url.pathname.startsWith('/api/'))
      return router.history.push(`${url.pathname}${url.search}`)
    window.location.assign(url)
  }

  const isOpen = state.is === 'open'
  return (
    <section
      className="portal-card grid gap-6 px-8 pt-6 pb-8 max-desktop:px-4 max-desktop:pt-4 max-desktop:pb-6"
      aria-labelledby="validacion"
    >
      <div>
        <h2 id="validacion" ref={heading} tabIndex={-1} className="focus:outline-none">
          Valida tu identidad
        </h2>
        <p className="mt-2 wrap-anywhere text-muted">
          RUT <strong>{formatRun(values.document_number)}</strong> · {values.email}
        </p>
      </div>
      <ol className={classes.process}>
        <li>
          {portal.identityWindow === 'popup'
            ? 'Al confirmar se abre una ventana segura para validar tu identidad.'
            : 'Al confirmar pasas a una página segura para validar tu identidad.'}
        </li>
        <li>Valida ahí que eres tú, por ejemplo respondiendo preguntas que solo tú deberías saber.</li>
        <li>Cuando termines vuelves al portal y completas tus datos.</li>
      </ol>
      <p>
        Si la persona que se registra es menor de edad, su tutor legal responde el cuestionario de seguridad
        digital.
      </p>
      <Outcome state={state} onPage={() => confirm('page')} />
      <div className={classes.buttons}>
        <Button variant="default" disabled={state.is === 'starting'} onClick={() => onBack()}>
          Corregir mis datos
        </Button>
        {isOpen ? (
          <Button onClick={state.popup.focus}>VOLVER A LA VENTANA</Button>
        ) : (
          <Button loading={state.is === 'starting'} onClick={() => confirm(portal.identityWindow)}>
            CONFIRMAR
          </Button>
        )}
      </div>
    </section>
  )
}

function Outcome({ state, onPage }: { state: State; onPage(): void }) {
  switch (state.is) {
    case 'open':
      return <OpenWindowNotice />
    case 'blocked':
      return (
        <BlockedWindowNotice
          actions={
            <Button size="xs" variant="outline" onClick={onPage}>
              Validar en esta misma página
            </Button>
          }
        />
      )
    case 'rejected':
      return <ErrorNotice error={state.requestError} />
    case 'ended':
      return <IdentityOutcome code={state.code} />
    default:
      return null
  }
}
