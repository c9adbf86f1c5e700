import { IconCircle, IconCircleCheckFilled, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './fields.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

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
              className={classes.fieldButton}
              aria-label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
              onClick={() => setShown(!shown)}
            >
              <Eye size={20} stroke={1.75} aria-hidden />
            </button>
          )
        }
      />
      {reveal === 'checkbox' && (
        <div className={classes.beside}>
          <label className={classes.check}>
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
        <ul id={rulesId} className={classes.rules}>
          {rules.map((rule) => {
            const met = rule.met(typed)
            return (
              <li key={rule.label} className={met ? `${classes.rule} ${classes.met}` : classes.rule}>
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
