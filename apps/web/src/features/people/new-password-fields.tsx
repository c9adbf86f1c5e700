import { passwordRules } from '@mi-portal/contract/values/password'
import { fields } from '../../ui/form/fields.tsx'

/** The fields for a new password with its rules and for its confirmation. `description` explains the purpose of the password. */
export function NewPasswordFields(props: { optional?: boolean; description?: string }) {
  return (
    <>
      <fields.Password
        {...props}
        name="password"
        deps="password_confirmation"
        label="Contraseña"
        autoComplete="new-password"
        rules={passwordRules}
      />
      <fields.Password
        name="password_confirmation"
        label="Confirmar contraseña"
        optional={props.optional}
        autoComplete="new-password"
      />
    </>
  )
}
