/** Changes the password. A user who signed in with a temporary password finds it filled in and cannot edit it. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { passwordRules } from '@mi-portal/contract/values/password'
import { Suspense, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ContractForm, FormError, useContractForm } from '../../ui/form/contract-form.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { getTypedTemporaryPassword } from '../session/session.queries.ts'
import classes from './profile.module.css'
import { useChangePassword } from './profile.queries.ts'
import { changesSaved, passkeyProofNumber, passwordRequest } from './profile.rules.ts'

const PasskeyProof = lazyComponent(async () => (await import('./passkey-proof.tsx')).PasskeyProof)

/** `onDone` receives whether the changed password was temporary. */
export function ChangePassword({ onDone }: { onDone(temporary: boolean): void }) {
  const temporary = useCurrentUser()?.temporary_key_status ?? false
  // After a reload the page no longer knows the temporary password; the user has to type it.
  const [typed] = useState(getTypedTemporaryPassword)
  const [wasTemporary] = useState(temporary)
  const [changed, setChanged] = useState(false)
  const prefilled = temporary && typed !== null
  const empty = { oldPassword: prefilled ? typed : '', password: '', password_confirmation: '' }
  const change = useChangePassword()
  const kit = useContractForm(passwordRequest, {
    values: empty,
    // The temporary password that is filled in has no field for its error.
    findField: (param) => (prefilled && param === 'oldPassword' ? undefined : param),
    save: change,
    send: (values, on) => change.mutate({ ...values, temporary }, on),
    onSent: () => {
      kit.form.reset({ oldPassword: '', password: '', password_confirmation: '' })
      setChanged(true)
    },
  })
  const { Field } = kit
  const needsPasskey = change.error instanceof CallError && change.error.number === passkeyProofNumber

  return (
    <ContractForm kit={kit} className={`portal-card ${classes.card} max-w-choice`}>
      <h2>Cambiar contraseña</h2>
      {temporary && (
        <Notice kind="info" title="Ingresaste con una contraseña temporal">
          Elige una contraseña nueva para continuar.
        </Notice>
      )}
      {prefilled ? (
        <PasswordField key="given" label="Contraseña actual" value={typed} disabled readOnly />
      ) : (
        <Field.Password
          key="asked"
          name="oldPassword"
          label="Contraseña actual"
          description={temporary ? 'La contraseña temporal que recibiste por correo.' : undefined}
        />
      )}
      <Field.Password
        name="password"
        deps="password_confirmation"
        label="Nueva contraseña"
        autoComplete="new-password"
        rules={passwordRules}
      />
      <Field.Password
        name="password_confirmation"
        label="Confirmar nueva contraseña"
        autoComplete="new-password"
      />
      {needsPasskey && (
        <Suspense>
          <PasskeyProof onProven={kit.submit} />
        </Suspense>
      )}
      {!needsPasskey && <FormError kit={kit} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={change.isPending}>
          GUARDAR CAMBIOS
        </Button>
      </div>
      <ResultDialog
        opened={changed}
        kind="success"
        title={changesSaved}
        action={
          wasTemporary
            ? { label: 'Continuar', onClick: () => close(true) }
            : { label: 'Cerrar', onClick: () => close(false) }
        }
        onClose={() => close(wasTemporary)}
      />
    </ContractForm>
  )

  function close(afterTemporary: boolean) {
    setChanged(false)
    onDone(afterTemporary)
  }
}
