/** Unlocks the user's account with a new identity check, in the window that a registration uses too. */
import { zodResolver } from '@hookform/resolvers/zod'
import { identityProof, unlockForm } from '@mi-portal/contract/account-unlock'
import { ApiError } from '@mi-portal/contract/api-error'
import { identityCodes } from '@mi-portal/contract/identity'
import { IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Popup } from '../../lib/browser/popup.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CustomerService } from '../../ui/customer-service.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { IdentityOutcome } from '../identity/identity-outcome.tsx'
import { startIdentityCheck } from '../identity/identity-start.queries.ts'
import { openIdentityWindow, useIdentityResult } from '../identity/identity-window.flow.ts'
import classes from './links.module.css'
import { Card, Outcome } from './message-card.tsx'
import { useUnlockByIdentity } from './unlock.queries.ts'

type State =
  | { is: 'ready' }
  | { is: 'starting' }
  | { is: 'open'; popup: Popup }
  | { is: 'blocked' }
  /** The clinic's staff check identities, so there is no check. */
  | { is: 'inPerson' }
  | { is: 'ended'; code: number }
  | { is: 'rejected'; error: ApiError }

export function UnlockAccount() {
  const [state, setState] = useState<State>({ is: 'ready' })
  const unlock = useUnlockByIdentity()
  const form = useForm({
    resolver: zodResolver(unlockForm),
    defaultValues: { document_number: '', number: '' },
  })
  useIdentityResult(state.is === 'open' ? state.popup : null, (code, solem) => {
    if (code !== identityCodes.verified || solem === undefined) return setState({ is: 'ended', code })
    setState({ is: 'ready' })
    unlock.mutate(identityProof.parse({ ...form.getValues(), solem }))
  })

  async function begin(values: z.output<typeof unlockForm>) {
    unlock.reset()
    const opened = openIdentityWindow()
    if (!opened) return setState({ is: 'blocked' })
    setState({ is: 'starting' })
    try {
      const address = await startIdentityCheck(values)
      if (address === null) {
        opened.close()
        return setState({ is: 'inPerson' })
      }
      opened.show(address)
      setState({ is: 'open', popup: opened })
    } catch (error) {
      opened.close()
      if (!(error instanceof ApiError)) throw error
      setState({ is: 'rejected', error })
    }
  }

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
      <form noValidate className={classes.form} onSubmit={form.handleSubmit(begin)}>
        <Progress state={state} error={unlock.error} />
        <TextField
          {...form.register('document_number')}
          label="RUT"
          autoComplete="username"
          autoCapitalize="characters"
          maxLength={32}
          error={form.formState.errors.document_number?.message}
        />
        <TextField
          {...form.register('number')}
          label="Número de documento"
          description="El número de serie de tu cédula de identidad vigente."
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={32}
          error={form.formState.errors.number?.message}
        />
        {state.is === 'open' ? (
          <Button fullWidth onClick={state.popup.focus}>
            VOLVER A LA VENTANA
          </Button>
        ) : (
          <Button type="submit" fullWidth loading={state.is === 'starting' || unlock.isPending}>
            CONFIRMAR
          </Button>
        )}
      </form>
      <TextLink to="/">Volver a iniciar sesión</TextLink>
    </Card>
  )
}

function Progress({ state, error }: { state: State; error: Error | null }) {
  if (error) return <ErrorNotice error={error} />
  switch (state.is) {
    case 'open':
      return (
        <Notice kind="info" announce title="Sigue en la ventana que se abrió">
          Esta página avanza sola cuando termines.
        </Notice>
      )
    case 'blocked':
      return (
        <Notice kind="error" title="Tu navegador bloqueó la ventana de validación">
          Habilita las ventanas emergentes para este sitio en tu navegador y presiona CONFIRMAR otra vez.
        </Notice>
      )
    case 'rejected':
      return <ErrorNotice error={state.error} />
    case 'ended':
      return <IdentityOutcome code={state.code} />
    default:
      return null
  }
}
