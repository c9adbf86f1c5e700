/** Unlocks the user's account with a new identity check, in the window that a registration uses too. */
import { accountUnlockEndpoints, identityProof, unlockForm } from '@mi-portal/contract/account-security'
import { identityCodes } from '@mi-portal/contract/identity'
import { IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import type { Popup } from '../../lib/browser/popup.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CustomerService } from '../../ui/customer-service.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ContractForm, FormError, useContractForm } from '../../ui/form/contract-form.tsx'
import { useSend } from '../../ui/form/use-send.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { IdentityOutcome, serialNumberHint } from '../identity/identity-outcome.tsx'
import { startIdentityCheck } from '../identity/identity-start.queries.ts'
import { openIdentityWindow, useIdentityResult } from '../identity/identity-window.flow.ts'
import { BlockedWindowNotice, OpenWindowNotice } from '../identity/window-notices.tsx'
import { Card, Outcome } from './message-card.tsx'
import { useUnlockByIdentity } from './unlock.queries.ts'

type State =
  | { is: 'ready' }
  | { is: 'open'; popup: Popup }
  | { is: 'blocked' }
  /** The clinic's staff check identities, so there is no check. */
  | { is: 'inPerson' }
  | { is: 'ended'; code: number }

const request = { ...accountUnlockEndpoints.unlock, body: unlockForm }

export function UnlockAccount() {
  const [state, setState] = useState<State>({ is: 'ready' })
  const unlock = useUnlockByIdentity()
  const check = useSend(startIdentityCheck)
  const kit = useContractForm(request, {
    values: { document_number: '', number: '' },
    save: check,
    send: (values, { onError }) => {
      unlock.reset()
      const opened = openIdentityWindow()
      if (!opened) return setState({ is: 'blocked' })
      setState({ is: 'ready' })
      check.mutate(values, {
        onSuccess: (address) => {
          if (address === null) {
            opened.close()
            return setState({ is: 'inPerson' })
          }
          opened.show(address)
          setState({ is: 'open', popup: opened })
        },
        onError: (error) => {
          opened.close()
          onError(error)
        },
      })
    },
  })
  const { Field, form } = kit
  useIdentityResult(state.is === 'open' ? state.popup : null, (code, solem) => {
    if (code !== identityCodes.verified || solem === undefined) return setState({ is: 'ended', code })
    setState({ is: 'ready' })
    unlock.mutate(identityProof.parse({ ...form.getValues(), solem }))
  })

  if (unlock.isSuccess)
    return (
      <Outcome
        title="Tu cuenta está desbloqueada"
        action={<ButtonLink to="/olvido-contrasena">RECUPERAR CONTRASEÑA</ButtonLink>}
      >
        <p>Tu contraseña anterior ya no sirve. Pide una temporal a tu e-mail y elige una nueva.</p>
      </Outcome>
    )
  if (state.is === 'inPerson')
    return (
      <Outcome title="Ven a la clínica" action={<ButtonLink to="/">Volver al inicio</ButtonLink>}>
        <p>
          En esta clínica las cuentas se desbloquean en persona, con tu documento de identidad.{' '}
          <CustomerService />
        </p>
      </Outcome>
    )
  return (
    <Card icon={IconLockOpen} title="Desbloquear mi cuenta">
      <p>
        Valida tu identidad otra vez para desbloquear tu cuenta. Si tienes pasaporte o prefieres no hacerlo
        por internet, ven a la clínica con tu documento de identidad.
      </p>
      <ContractForm kit={kit} className="grid gap-4">
        <Progress state={state} error={unlock.error} />
        <FormError kit={kit} />
        <Field.Text
          name="document_number"
          label="RUT"
          autoComplete="username"
          autoCapitalize="characters"
          maxLength={32}
        />
        <Field.Text
          name="number"
          label="Número de documento"
          description={serialNumberHint}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={32}
        />
        {state.is === 'open' ? (
          <Button fullWidth onClick={state.popup.focus}>
            VOLVER A LA VENTANA
          </Button>
        ) : (
          <Button type="submit" fullWidth loading={check.isPending || unlock.isPending}>
            CONFIRMAR
          </Button>
        )}
      </ContractForm>
      <TextLink to="/">Volver a iniciar sesión</TextLink>
    </Card>
  )
}

function Progress({ state, error }: { state: State; error: Error | null }) {
  if (error) return <ErrorNotice error={error} />
  switch (state.is) {
    case 'open':
      return <OpenWindowNotice />
    case 'blocked':
      return <BlockedWindowNotice />
    case 'ended':
      return <IdentityOutcome code={state.code} />
    default:
      return null
  }
}
