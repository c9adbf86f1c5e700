import { passwordRules } from '@mi-portal/contract/values/password'
import { useFormContext } from 'react-hook-form'
import { PasswordField } from '../../ui/password-field.tsx'
import { fieldIdPrefix } from './person-fields.tsx'

interface Passwords {
  password: string
  password_confirmation: string
}

/** A password with its rules, and once more; inside a form of react-hook-form. `description` says what it will be good for. */
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
