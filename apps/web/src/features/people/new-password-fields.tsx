import { passwordRules } from '@mi-portal/contract/values/password'
import { useFormContext } from 'react-hook-form'
import { PasswordField } from '../../ui/password-field.tsx'
import { fieldIdPrefix } from './person-fields.tsx'

interface Passwords {
  password: string
  password_confirmation: string
}

/**
 * The fields for a new password with its rules and for its confirmation, inside a form of react-hook-form.
 * `description` explains the purpose of the password.
 */
export function NewPasswordFields(props: { optional?: boolean; description?: string }) {
  const { register, watch, formState } = useFormContext<Passwords>()
  const { errors } = formState
  return (
    <>
      <PasswordField
        {...register('password', { deps: 'password_confirmation' })}
        id={`${fieldIdPrefix}password`}
        label="Contraseña"
        optional={props.optional}
        description={props.description}
        autoComplete="new-password"
        rules={passwordRules}
        value={watch('password')}
        error={errors.password?.message}
      />
      <PasswordField
        {...register('password_confirmation')}
        id={`${fieldIdPrefix}password_confirmation`}
        label="Confirmar contraseña"
        optional={props.optional}
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
      />
    </>
  )
}
