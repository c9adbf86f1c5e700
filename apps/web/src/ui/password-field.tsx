import { IconCircle, IconCircleCheckFilled, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './fields.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

const ruleLook = 'flex items-center gap-2'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'rightSection'> {
  /**
   * How the user reveals the password: with a checkbox below the field (sign-in) or an eye button in it (other
   * pages).
   */
  reveal?: 'checkbox' | 'eye'
  /** Content at the other end of the checkbox's line. */
  beside?: ReactNode
  /** The rules of a new password, checked against `value` while the user types. */
  rules?: readonly { label: string; met(text: string): boolean }[]
}

/** A password field that can be shown and pasted into. */
export function PasswordField({ reveal = 'eye', beside, rules, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const rulesId = useId()
  const typed = typeof rest.value === 'string' ? rest.value : ''
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <div>
      <TextField
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        aria-describedby={rules ? rulesId : undefined}
        rightSection={
          reveal === 'eye' && (
            <button
              type="button"
              className="size-11 grid place-items-center p-0 border-0 rounded-sm bg-transparent text-body cursor-pointer"
              aria-label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
              onClick={() => setShown(!shown)}
            >
              <Eye size={20} stroke={1.75} aria-hidden />
            </button>
          )
        }
      />
      {reveal === 'checkbox' && (
        <div className="flex flex-wrap items-center justify-between gap-x-2 mt-2">
          <label className="flex items-center gap-2 min-h-11 text-body cursor-pointer">
            <input
              type="checkbox"
              className={classes.box}
              checked={shown}
              onChange={() => setShown(!shown)}
            />
            Mostrar contraseña
          </label>
          {beside}
        </div>
      )}
      {rules && (
        <ul id={rulesId} className="grid gap-1 mx-0 mt-3 mb-0 p-0 list-none type-meta text-muted">
          {rules.map((rule) => {
            const met = rule.met(typed)
            return (
              <li key={rule.label} className={met ? `${ruleLook} text-success` : ruleLook}>
                {met ? <IconCircleCheckFilled size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
                {rule.label}
                <span className="portal-hidden">{met ? '(cumplido)' : '(falta)'}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
