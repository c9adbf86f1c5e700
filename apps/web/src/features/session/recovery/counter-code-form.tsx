/** The form for the code with which a person who was at the clinic's counter removes a lost second factor. */
import { zodResolver } from '@hookform/resolvers/zod'
import { resetInSession } from '@mi-portal/contract/account-security'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import classes from '../session.module.css'

interface CounterCodeFormProps {
  sending: boolean
  error: Error | null
  onCode(code: string): void
  /** The way back, below the button. */
  children: ReactNode
}

export function CounterCodeForm({ sending, error, onCode, children }: CounterCodeFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(resetInSession),
    defaultValues: { code: '' },
  })
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <form noValidate className={classes.form} onSubmit={handleSubmit(({ code }) => onCode(code))}>
      <TextField
        {...register('code')}
        label="Código de la clínica"
        description="Tiene 8 dígitos y sirve 10 minutos."
        autoComplete="off"
        inputMode="numeric"
        maxLength={32}
        error={formState.errors.code?.message ?? error?.message}
      />
      <Button type="submit" fullWidth loading={sending}>
        QUITAR SEGUNDO FACTOR
      </Button>
      {children}
    </form>
  )
}
